import { useFieldArray, useFormContext } from "react-hook-form";
import { compareQuantity, plainDecimal } from "#kernel/quantity.ts";
import { QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { lineBefore, type MetLine } from "../../../kinds/receipt-lines.ts";
import type { PacketItem } from "../../../store/packet.ts";
import { CaptureForm } from "../CaptureForm.tsx";

type OrderLine = MetLine & { id: string };
type Order = { number: string; vendor: string; lines: OrderLine[] };

type Line = { quantity: string; rejectedQuantity: string; rejectReason: string };
type Receipt = { packingSlip: string; note: string; lines: Line[] };

const blankLine: Line = { quantity: "", rejectedQuantity: "", rejectReason: "" };
const isSome = (quantity: string): boolean =>
  /^\d{1,12}(\.\d{1,4})?$/.test(quantity) && compareQuantity(quantity, "0") > 0;

const wrongIn = (lines: readonly Line[]) => {
  const problems = lines.flatMap(({ quantity, rejectedQuantity, rejectReason }, at) => {
    if (!isSome(rejectedQuantity || "0")) return [];
    if (!isSome(quantity) || compareQuantity(rejectedQuantity, quantity) > 0)
      return [{ path: `lines.${at}.rejectedQuantity`, message: "More is rejected than came." }];
    return rejectReason.trim().length < 3
      ? [{ path: `lines.${at}.rejectReason`, message: "Say why it is rejected." }]
      : [];
  });
  if (problems.length > 0) return problems;
  return lines.some(({ quantity }) => isSome(quantity))
    ? []
    : [{ path: "lines.0.quantity", message: "Enter what came of one line at least." }];
};

function LineFields({ line, at }: { line: OrderLine; at: number }) {
  const { watch } = useFormContext();
  const rejected = watch(`lines.${at}.rejectedQuantity`) as string;
  return (
    <fieldset className="form-section">
      <legend className="font-medium">
        {line.lineNo}. {line.description}
      </legend>
      <p className="text-13 text-t3">
        {plainDecimal(line.quantity)} {line.unit} ordered, {plainDecimal(line.receivedQuantity)}{" "}
        came before.
      </p>
      <QuantityField name={`lines.${at}.quantity`} label="Came now" unit={line.unit} />
      <QuantityField
        name={`lines.${at}.rejectedQuantity`}
        label="Of it rejected"
        unit={line.unit}
      />
      {isSome(rejected || "0") && (
        <TextField
          name={`lines.${at}.rejectReason`}
          label="Why rejected"
          required
          maxLength={500}
        />
      )}
    </fieldset>
  );
}

function Lines({ lines }: { lines: readonly OrderLine[] }) {
  useFieldArray({ name: "lines" });
  return lines.map((line, at) => <LineFields key={line.id} line={line} at={at} />);
}

const received = ({ packingSlip, note, lines }: Receipt, of: readonly OrderLine[]) => ({
  packingSlip: packingSlip.trim(),
  note: note.trim(),
  lines: of.flatMap((line, at) => {
    const one = lines[at] ?? blankLine;
    if (!isSome(one.quantity)) return [];
    return [
      {
        purchaseOrderLineId: line.id,
        quantity: one.quantity,
        rejectedQuantity: one.rejectedQuantity || "0",
        rejectReason: one.rejectReason.trim(),
      },
    ];
  }),
});

/** What came of an order. */
export function ReceiptForm({ item }: { item: PacketItem }) {
  const order = item.data as unknown as Order;
  const subject = {
    kind: "receipt",
    title: `Receipt of ${item.title}`,
    record: { id: item.id, version: item.version },
    seen: { lines: order.lines.map(lineBefore) },
  };
  return (
    <>
      <Facts rows={[["Vendor", order.vendor]]} />
      <CaptureForm<Receipt>
        subject={subject}
        blank={{
          packingSlip: "",
          note: "",
          lines: order.lines.map(() => blankLine),
        }}
        wrong={({ lines }) => wrongIn(lines)}
        photosHint="Of the goods and the packing slip. It is booked once its photos came too."
        toValues={(values) => received(values, order.lines)}
      >
        <Lines lines={order.lines} />
        <TextField name="packingSlip" label="Packing slip" maxLength={80} />
        <TextField name="note" label="Note" maxLength={2000} />
      </CaptureForm>
    </>
  );
}
