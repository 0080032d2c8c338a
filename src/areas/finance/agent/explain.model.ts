import { Decimal } from "decimal.js";
import { muchOf } from "#kernel/lump-sum.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import type { InvoiceDetail } from "../invoice/invoice.model.ts";
import { sameUnit } from "../invoice/unit.model.ts";

export type Line = InvoiceDetail["lines"][number];
type Exception = InvoiceDetail["exceptions"][number];

/** What of an order explains an invoice: its lines, and what came of each and was sent back. */
export type Ordered = {
  number: string;
  lines: readonly {
    id: string;
    lineNo: number;
    description: string;
    quantity: string;
    unit: string;
    unitPrice: string;
    receivedQuantity: string;
    rejected: string;
    /** Unit prices that the line had before its order was changed. */
    earlierPrices: readonly string[];
    /** The one of them that stood on the order on each day on which something of it came; null for none. */
    priceThen: string | null;
  }[];
  /** Whether somebody may ask for a change of it: it is issued, and none waits. */
  changeable: boolean;
};

/** A corrected line: fields that differ from what was typed. */
export type Correction = {
  lineId: string;
  fields: Partial<
    Pick<Line, "quantity" | "unit" | "unitPrice" | "purchaseOrderLineId" | "statedAmount">
  >;
};

/** A line of an order as it would have to be for the bill to be right. */
export type OrderChange = {
  id: string;
  field: "quantity" | "unitPrice";
  to: string;
  reason: string;
};

/** Why an exception arose, by the arithmetic that fits it to the cent. */
export type Explained = {
  cause:
    | "unit_factor"
    | "swapped"
    | "typed_price"
    | "earlier_price"
    | "price_then"
    | "more_came"
    | "price"
    | "rejected"
    | "short_receipt"
    | "not_received"
    | "other_line"
    | "transposed"
    | "left_out"
    | "freight"
    | "sales_tax";
  what: string;
  why: string;
} & (
  | { does: "correct"; correction: Correction }
  | { does: "correct_total"; statedTotal: number }
  | { does: "dispute"; reason: string }
  | { does: "change_order"; change: OrderChange }
  | { does: "nothing" }
);

const same = (one: string, other: string): boolean => new Decimal(one).equals(other);
const whole = (factor: Decimal): boolean =>
  factor.isInteger() && factor.greaterThanOrEqualTo(2) && factor.lessThanOrEqualTo(10_000);
const text = (value: Decimal): string => value.toDecimalPlaces(4).toString();

/** The same amount in the order's unit: cases of 24 as 24 times as many pieces, or the other way. */
const inOrderUnit = (line: Line): Explained | null => {
  const { orderPrice, orderUnit } = line;
  if (!orderPrice || !orderUnit || sameUnit(line.unit, orderUnit)) return null;
  const [billed, ordered] = [new Decimal(line.unitPrice), new Decimal(orderPrice)];
  if (billed.isZero() || ordered.isZero()) return null;
  const more = billed.dividedBy(ordered);
  const fewer = ordered.dividedBy(billed);
  const quantity = whole(more)
    ? new Decimal(line.quantity).times(more)
    : whole(fewer)
      ? new Decimal(line.quantity).dividedBy(fewer)
      : null;
  if (!quantity || lineTotalCents(text(quantity), orderPrice) + line.adjustment !== line.amount)
    return null;
  const factor = whole(more) ? more : fewer;
  const one = whole(more) ? line.unit : orderUnit;
  return {
    cause: "unit_factor",
    what: `Line ${line.lineNo} is billed by the ${line.unit}, ordered by the ${orderUnit}: one ${one} is ${factor.toString()}.`,
    why: `$${shownPrice(line.unitPrice)} a ${line.unit} and $${shownPrice(orderPrice)} a ${orderUnit} differ by exactly ${factor.toString()}, and ${shownDecimal(text(quantity))} × $${shownPrice(orderPrice)} comes to the ${formatCents(line.amount)} that is billed.`,
    does: "correct",
    correction: {
      lineId: line.id,
      fields: { quantity: text(quantity), unit: orderUnit, unitPrice: orderPrice },
    },
  };
};

const swapped = (line: Line): Explained | null => {
  const { orderPrice, ordered } = line;
  if (!orderPrice || !ordered || same(line.quantity, line.unitPrice)) return null;
  if (!same(line.quantity, orderPrice) || new Decimal(line.unitPrice).greaterThan(ordered))
    return null;
  return {
    cause: "swapped",
    what: `Line ${line.lineNo} has quantity and price in each other's place.`,
    why: `Its quantity, ${shownDecimal(line.quantity)}, is the price that was ordered; its price, ${shownDecimal(line.unitPrice)}, is a quantity within the ${shownDecimal(ordered)} ordered.`,
    does: "correct",
    correction: {
      lineId: line.id,
      fields: { quantity: line.unitPrice, unitPrice: orderPrice },
    },
  };
};

const typedPrice = (line: Line): Explained | null => {
  const { orderPrice, statedAmount } = line;
  if (!orderPrice || statedAmount === null || statedAmount === line.amount) return null;
  if (lineTotalCents(line.quantity, orderPrice) + line.adjustment !== statedAmount) return null;
  return {
    cause: "typed_price",
    what: `The price of line ${line.lineNo} was entered wrong: the bill itself comes to the price ordered.`,
    why: `The bill states ${formatCents(statedAmount)} for the line, which is ${shownDecimal(line.quantity)} × $${shownPrice(orderPrice)}; entered is $${shownPrice(line.unitPrice)}.`,
    does: "correct",
    correction: { lineId: line.id, fields: { unitPrice: orderPrice } },
  };
};

/** A line of the order as it should be; an order that changes no more is for whoever may accept the difference. */
const changeOf = (
  why: string,
  change: OrderChange,
  { changeable, number }: Ordered,
): { why: string } & ({ does: "change_order"; change: OrderChange } | { does: "nothing" }) =>
  changeable
    ? { why: `${why} A buyer may ask for the change.`, does: "change_order", change }
    : {
        why: `${why} ${number} changes no more: whoever may accepts the difference for that reason, or disputes it.`,
        does: "nothing",
      };

/** All of it came while the earlier price stood on the order: what is billed was agreed then. */
const priceThen = (line: Line, ordered: Ordered): Explained | null => {
  const of = ordered.lines.find(({ id }) => id === line.purchaseOrderLineId);
  if (!of?.priceThen || !same(of.priceThen, line.unitPrice)) return null;
  const [then, now] = [shownPrice(line.unitPrice), shownPrice(of.unitPrice)];
  return {
    cause: "price_then",
    what: `Line ${line.lineNo} is billed at $${then}, which ${ordered.number} said when the goods came.`,
    ...changeOf(
      `Everything of the line came before the order was changed to $${now}: the vendor bills what stood on it on that day.`,
      {
        ...{ id: of.id, field: "unitPrice", to: line.unitPrice },
        reason: `Line ${of.lineNo} came while the order said $${then}; the price was changed to $${now} afterwards.`,
      },
      ordered,
    ),
  };
};

/** More was accepted than ordered, at the price ordered: the order is short, the bill is not wrong. */
const moreCame = (line: Line, ordered: Ordered): Explained | null => {
  const of = ordered.lines.find(({ id }) => id === line.purchaseOrderLineId);
  if (!of || !same(line.unitPrice, of.unitPrice)) return null;
  const came = new Decimal(of.receivedQuantity);
  const billed = new Decimal(line.invoiced ?? line.quantity);
  if (came.lessThanOrEqualTo(of.quantity) || billed.greaterThan(came)) return null;
  const much = (quantity: string) => muchOf(of, quantity);
  return {
    cause: "more_came",
    what: `Line ${line.lineNo} bills what came: ${ordered.number} ordered less of it.`,
    ...changeOf(
      `Ordered: ${much(of.quantity)}. Received and accepted: ${much(of.receivedQuantity)}. Billed in all: ${much(text(billed))}, at the price ordered.`,
      {
        ...{ id: of.id, field: "quantity", to: of.receivedQuantity },
        reason: `${much(of.receivedQuantity)} of line ${of.lineNo} came and were accepted; ${much(of.quantity)} were ordered.`,
      },
      ordered,
    ),
  };
};

const earlierPrice = (line: Line, ordered: Ordered): Explained | null => {
  const of = ordered.lines.find(({ id }) => id === line.purchaseOrderLineId);
  if (!of?.earlierPrices.some((price) => same(price, line.unitPrice))) return null;
  return {
    cause: "earlier_price",
    what: `Line ${line.lineNo} is billed at the price from before ${ordered.number} was changed.`,
    why: `$${shownPrice(line.unitPrice)} stood on the order until its change; since then it is $${shownPrice(of.unitPrice)}.`,
    does: "dispute",
    reason: `Line ${line.lineNo} is billed at $${shownPrice(line.unitPrice)}, the price before the change of ${ordered.number}. The order says $${shownPrice(of.unitPrice)}. Please bill it again at that price.`,
  };
};

const plainPrice = (line: Line, ordered: Ordered, over: number): Explained | null =>
  line.orderPrice && new Decimal(line.unitPrice).greaterThan(line.orderPrice)
    ? {
        cause: "price",
        what: `Line ${line.lineNo} costs ${formatCents(over)} more than ordered.`,
        why: `$${shownPrice(line.unitPrice)} is billed and $${shownPrice(line.orderPrice)} ordered; no unit, earlier price or slip of the pen explains it.`,
        does: "dispute",
        reason: `Line ${line.lineNo} is billed at $${shownPrice(line.unitPrice)}; ${ordered.number} says $${shownPrice(line.orderPrice)}. Please bill it again at the price of the order, or show what was agreed.`,
      }
    : null;

const received = (line: Line, ordered: Ordered): Explained | null => {
  const of = ordered.lines.find(({ id }) => id === line.purchaseOrderLineId);
  if (!of) return null;
  const missing = new Decimal(line.quantity).minus(of.receivedQuantity);
  if (missing.lessThanOrEqualTo(0)) return null;
  const much = (quantity: string) => muchOf(of, quantity);
  const many = much(text(missing));
  const [billed, came] = [much(line.quantity), much(of.receivedQuantity)];
  if (new Decimal(of.rejected).greaterThan(0) && missing.equals(of.rejected))
    return {
      cause: "rejected",
      what: `Line ${line.lineNo} bills ${many} of what was rejected.`,
      why: `Billed: ${billed}. Accepted: ${came}. Rejected: ${much(of.rejected)}, which is the difference.`,
      does: "dispute",
      reason: `Of line ${line.lineNo}, ${many} did not pass inspection on receipt of ${ordered.number}. Please credit that, or bill what was accepted.`,
    };
  if (same(of.receivedQuantity, "0"))
    return {
      cause: "not_received",
      what: `Nothing of line ${line.lineNo} is received: whoever took the goods posts a receipt.`,
      why: `Billed: ${billed}. No receipt of ${ordered.number} names line ${of.lineNo}, ${of.description}.`,
      does: "nothing",
    };
  return {
    cause: "short_receipt",
    what: `Line ${line.lineNo} bills ${many} more than came.`,
    why: `Billed: ${billed}. Received: ${came}. Nothing else of it was rejected.`,
    does: "dispute",
    reason: `Line ${line.lineNo} bills ${billed}; received on ${ordered.number}: ${came}. Please show the delivery of the other ${many}, or bill what came.`,
  };
};

/** A line on no line of the order, of which exactly one line has its price and enough left. */
const otherLine = (line: Line, ordered: Ordered): Explained | null => {
  const fits = ordered.lines.filter(
    (each) =>
      same(each.unitPrice, line.unitPrice) &&
      new Decimal(line.quantity).lessThanOrEqualTo(each.quantity) &&
      sameUnit(each.unit, line.unit),
  );
  const [one] = fits;
  if (!one || fits.length > 1) return null;
  return {
    cause: "other_line",
    what: `Line ${line.lineNo} belongs to line ${one.lineNo} of ${ordered.number}, ${one.description}.`,
    why: `It is the only line of the order at $${shownPrice(line.unitPrice)}, and ${shownDecimal(line.quantity)} are within the ${shownDecimal(one.quantity)} ordered.`,
    does: "correct",
    correction: { lineId: line.id, fields: { purchaseOrderLineId: one.id } },
  };
};

const digits = (cents: number): string => String(Math.abs(cents));
const areTransposed = (one: number, other: number): boolean => {
  const [a, b] = [digits(one), digits(other)];
  if (a.length !== b.length) return false;
  const differ = [...a].flatMap((digit, at) => (digit === b[at] ? [] : [at]));
  const [first, second] = differ;
  return (
    differ.length === 2 &&
    second === first! + 1 &&
    a[first!] === b[second] &&
    a[second] === b[first!]
  );
};

const totals = (invoice: InvoiceDetail): Explained | null => {
  const { statedTotal, total, lines } = invoice;
  if (statedTotal === null || statedTotal === undefined || statedTotal === total) return null;
  const difference = statedTotal - total;
  if (areTransposed(statedTotal, total))
    return {
      cause: "transposed",
      what: `Two digits of the total were exchanged: ${formatCents(statedTotal)} for ${formatCents(total)}.`,
      why: `Lines, charges, tax and rounding come to ${formatCents(total)}, and the two figures differ in two neighboring digits only.`,
      does: "correct_total",
      statedTotal: total,
    };
  const missed = lines.find(({ amount }) => amount === -difference);
  return missed
    ? {
        cause: "left_out",
        what: `The total leaves out line ${missed.lineNo}, ${formatCents(missed.amount)}.`,
        why: `The bill states ${formatCents(statedTotal)}; its lines, charges and tax come to ${formatCents(total)}, and the difference is that line to the cent.`,
        does: "dispute",
        reason: `The total of ${formatCents(statedTotal)} leaves out line ${missed.lineNo} of ${formatCents(missed.amount)}. Please say which is right.`,
      }
    : null;
};

const charges = (invoice: InvoiceDetail, ordered: Ordered | null): Explained | null => {
  if (!ordered) return null;
  if (invoice.tax > 0)
    return {
      cause: "sales_tax",
      what: `${formatCents(invoice.tax)} of tax are billed, and ${ordered.number} orders none.`,
      why: `The order has no line for tax. Whether the agency owes it is for accounts payable to say.`,
      does: "dispute",
      reason: `Tax of ${formatCents(invoice.tax)} is billed, which ${ordered.number} does not hold. Please bill it again without tax, or name the law by which it is owed.`,
    };
  if (invoice.charges > 0)
    return {
      cause: "freight",
      what: `${formatCents(invoice.charges)} of freight and charges are on no line of ${ordered.number}.`,
      why: `The lines come to ${formatCents(invoice.subtotal)}, which the order holds; the charges stand beside them.`,
      does: "dispute",
      reason: `${formatCents(invoice.charges)} of charges are on no line of ${ordered.number}. Please show where they were agreed, or bill it again without them.`,
    };
  return null;
};

const ofLine = (e: Exception, line: Line, ordered: Ordered): Explained | null => {
  switch (e.kind) {
    case "unit":
      return inOrderUnit(line);
    case "price":
      return (
        inOrderUnit(line) ??
        swapped(line) ??
        typedPrice(line) ??
        priceThen(line, ordered) ??
        earlierPrice(line, ordered) ??
        plainPrice(line, ordered, e.amount)
      );
    case "quantity":
    case "no_receipt":
      return inOrderUnit(line) ?? swapped(line) ?? received(line, ordered);
    case "over_encumbrance":
      return moreCame(line, ordered);
    case "no_order":
      return otherLine(line, ordered);
    default:
      return null;
  }
};

/** Why an open exception arose; null where no arithmetic fits. An agent accepts no exception. */
export const explain = (
  e: Exception,
  invoice: InvoiceDetail,
  ordered: Ordered | null,
): Explained | null => {
  if (e.kind === "totals") return totals(invoice);
  const line = invoice.lines.find(({ id }) => id === e.lineId);
  if (line) return ordered && ofLine(e, line, ordered);
  return e.kind === "over_encumbrance" ? charges(invoice, ordered) : null;
};
