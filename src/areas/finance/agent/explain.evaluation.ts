import type { InvoiceDetail } from "../invoice/invoice.model.ts";
import { explain, type Line, type Ordered } from "./explain.model.ts";

/** What a labelled case gives: an exception on a line, its invoice's sums, and the order. */
export type ExplainCase = {
  kind: InvoiceDetail["exceptions"][number]["kind"];
  line?: Partial<Line>;
  invoice?: Partial<InvoiceDetail>;
  order?: Partial<Ordered["lines"][number]>[];
};

const lineOf = (given: Partial<Line> | undefined): Line => ({
  id: "line",
  lineNo: 1,
  purchaseOrderLineId: "ordered",
  accountStringId: null,
  description: "Goods",
  quantity: "1",
  unit: "EA",
  unitPrice: "1",
  adjustment: 0,
  amount: 100,
  statedAmount: null,
  ordered: "1",
  orderUnit: "EA",
  received: "0",
  invoiced: null,
  orderPrice: "1",
  ...given,
});

/** The cause that the agent names; "none" where it says nothing. */
export const causeOf = ({ kind, line, invoice, order }: ExplainCase): string => {
  const own = lineOf(line);
  const ordered: Ordered = {
    number: "PO",
    lines: (order ?? [{}]).map((each, at) => ({
      id: at === 0 ? "ordered" : `ordered-${at}`,
      lineNo: at + 1,
      description: "Goods",
      quantity: own.ordered ?? "1",
      unit: own.orderUnit ?? "EA",
      unitPrice: own.orderPrice ?? "1",
      receivedQuantity: own.received ?? "0",
      rejected: "0",
      earlierPrices: [],
      priceThen: null,
      ...each,
    })),
    changeable: true,
  };
  const whole = {
    lines: [own],
    statedTotal: null,
    total: own.amount,
    subtotal: own.amount,
    tax: 0,
    charges: 0,
    ...invoice,
  } as unknown as InvoiceDetail;
  const onLine = !["totals", "over_encumbrance"].includes(kind) || (line && kind !== "totals");
  const e = { id: "e", kind, lineId: onLine ? own.id : null, amount: 100 } as never;
  return explain(e, whole, ordered)?.cause ?? "none";
};

/** The obvious way: what the exception is called says why. */
export const nearest = ({ kind }: ExplainCase): string =>
  ({
    price: "price",
    quantity: "short_receipt",
    no_receipt: "not_received",
    over_encumbrance: "freight",
    totals: "left_out",
    unit: "unit_factor",
  })[kind as string] ?? "none";
