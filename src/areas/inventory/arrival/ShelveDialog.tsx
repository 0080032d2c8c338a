import { plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import { FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PutAwayRow } from "./arrival.model.ts";

/** Puts one line away: how much, and the shelf's label. */
export function ShelveDialog({
  row,
  nouns,
  onClose,
}: {
  row: PutAwayRow;
  nouns: readonly string[];
  onClose: () => void;
}) {
  return (
    <PostDialog<{ lines: { id: string; shelf: string; quantity: string }[] }>
      title={`Put away ${row.item}`}
      description={`${shownDecimal(row.quantity)} ${row.unit}${row.lot ? ` of ${row.lot}` : ""} lie at ${row.location}.`}
      path="/api/v1/stock-put-away"
      submit="Put away"
      nouns={nouns}
      values={{
        lines: [{ id: row.id, shelf: row.shelf ?? "", quantity: plainDecimal(row.quantity) }],
      }}
      onClose={onClose}
    >
      <FormRow>
        <TextField
          name="lines.0.shelf"
          label="Shelf"
          hint="Scan its label, or type its code"
          required
          maxLength={60}
        />
        <QuantityField name="lines.0.quantity" label="Quantity" required unit={row.unit} />
      </FormRow>
    </PostDialog>
  );
}
