import { plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import { codeOf } from "#kernel/label-tag.ts";
import { FormRow, QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ScanField } from "#web/kit/scan/ScanField.tsx";
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
        <ScanField
          name="lines.0.shelf"
          label="Shelf"
          hint="Scan its label, or type its code"
          required
          what="a shelf"
          read={codeOf}
        />
        <QuantityField name="lines.0.quantity" label="Quantity" required unit={row.unit} />
      </FormRow>
    </PostDialog>
  );
}
