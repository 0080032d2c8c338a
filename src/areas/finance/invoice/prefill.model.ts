import { compareQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import type { OrderDetail } from "#areas/procurement/procurement.public.ts";

type OrderLine = Pick<
  OrderDetail["lines"][number],
  | "id"
  | "description"
  | "quantity"
  | "unit"
  | "unitPrice"
  | "receivedQuantity"
  | "invoicedQuantity"
  | "cancelled"
>;
export type OpenLine = {
  purchaseOrderLineId: string;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
};

const taken = (l: OrderLine, quantity: string): OpenLine => ({
  purchaseOrderLineId: l.id,
  description: l.description,
  quantity,
  unit: l.unit,
  unitPrice: plainDecimal(l.unitPrice, 2),
});
const left = (lines: readonly OrderLine[], of: (line: OrderLine) => string): OpenLine[] =>
  lines
    .filter((l) => !l.cancelled && compareQuantity(of(l), l.invoicedQuantity) > 0)
    .map((l) => taken(l, subtractQuantity(of(l), l.invoicedQuantity)));

/** What a credit note can give back: an order's lines with what was invoiced of each. */
export const linesBilled = ({ lines }: { lines: readonly OrderLine[] }): OpenLine[] =>
  lines
    .filter((l) => compareQuantity(l.invoicedQuantity, "0") > 0)
    .map((l) => taken(l, plainDecimal(l.invoicedQuantity, 0)));

/**
 * An order's lines with what is left to invoice: what was received (for a two-way match: ordered)
 * and is not invoiced yet; lines with nothing left are left out.
 * Where nothing received waits for its bill, the bill came before the goods: then what was ordered
 * and is not invoiced yet.
 */
export const linesLeft = ({
  matchMode,
  lines,
}: {
  matchMode: OrderDetail["matchMode"];
  lines: readonly OrderLine[];
}): OpenLine[] => {
  const ordered = left(lines, (l) => l.quantity);
  const received = matchMode === "two_way" ? ordered : left(lines, (l) => l.receivedQuantity);
  return received.length ? received : ordered;
};
