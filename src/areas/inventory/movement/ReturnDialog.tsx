import { useState } from "react";
import { quantity, shownDecimal } from "#kernel/quantity.ts";
import { Held } from "#web/kit/Held.tsx";
import { QuantityField, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { MovementDetail } from "./movement.model.ts";
import { LocationField } from "../label/LocationField.tsx";

type Line = MovementDetail["content"][number];
type Values = { returnsLineId: string; toLocationId: string; quantity: string };

const openOf = (movement: MovementDetail): Line[] =>
  movement.kind === "issue" && movement.status === "posted" && !movement.reverses
    ? movement.content.filter(({ openQuantity }) => quantity(openQuantity) > 0n)
    : [];

const labelOf = (line: Line): string =>
  [
    line.itemName,
    line.lot && `lot ${line.lot}`,
    `${shownDecimal(line.openQuantity)} ${line.itemUnit} out`,
  ]
    .filter(Boolean)
    .join(", ");

function ReturnDialog({ lines, onClose }: { lines: readonly Line[]; onClose: () => void }) {
  const [first] = lines;
  return (
    <PostDialog<Values>
      title="Give back to stock"
      description="What was not used comes back at what it went out for."
      path="/api/v1/stock-movements"
      submit="Give back"
      nouns={["stock-movements", "stock-items", "stock-lots"]}
      values={{ returnsLineId: first?.id ?? "", toLocationId: "", quantity: "" }}
      bodyOf={(line) => ({
        kind: "return",
        lines: [{ ...line, itemId: lines.find(({ id }) => id === line.returnsLineId)?.itemId }],
      })}
      onClose={onClose}
    >
      <SelectField
        name="returnsLineId"
        label="What comes back"
        required
        options={lines.map((line) => ({ value: line.id, label: labelOf(line) }))}
      />
      <QuantityField name="quantity" label="Quantity" required unit={first?.itemUnit ?? ""} />
      <LocationField name="toLocationId" label="Put into" />
    </PostDialog>
  );
}

/** Takes back what an issue did not use, as long as something of it is out. */
export function ReturnButton({ movement }: { movement: MovementDetail }) {
  const [open, setOpen] = useState(false);
  const lines = openOf(movement);
  if (lines.length === 0) return null;
  return (
    <Held permission="stock.move" what="Give back">
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Give back
      </button>
      {open && <ReturnDialog lines={lines} onClose={() => setOpen(false)} />}
    </Held>
  );
}
