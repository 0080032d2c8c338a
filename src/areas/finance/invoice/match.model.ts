import { Decimal } from "decimal.js";
import { countOf, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import {
  addQuantity,
  compareQuantity,
  quantity,
  quantityText,
  shownPrice,
} from "#kernel/quantity.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { ExceptionKind } from "./invoice.model.ts";
import { sameUnit } from "./unit.model.ts";

/**
 * A line agrees on price when it is within the percentage AND within the cents; on quantity within
 * the percentage.
 */
export type Tolerance = { pricePercent: string; priceCents: number; quantityPercent: string };

/**
 * One invoice line beside its order line; `earlier` sums what else is billed on the same order
 * line, credits subtracted: lines above it and other live invoices (`linesToMatch` says which).
 */
export type MatchLine = {
  lineId: string;
  lineNo: number;
  quantity: string;
  unit: string;
  unitPrice: string;
  amount: number;
  order: {
    lineNo: number;
    quantity: string;
    unitPrice: string;
    amount: number;
    received: string;
    unit: string;
  } | null;
  earlier: { quantity: string; amount: number; overPrice: number };
};

export type Finding = {
  kind: ExceptionKind;
  lineId: string | null;
  message: string;
  amount: number;
  owner: "ap" | "buyer" | "receiver";
};

const abs = (text: string) => text.replace(/^-/, "");
/**
 * How a line moves what is billed of its order line: a credited line takes back, whatever the signs
 * of its quantity and price are.
 */
const billed = (l: Pick<MatchLine, "quantity" | "amount">): string =>
  l.amount < 0 && quantity(l.quantity) !== 0n ? `-${abs(l.quantity)}` : abs(l.quantity);

/**
 * What the line costs more than ordered, in cents; never below zero, so that a cheap line cannot
 * pay for a dear one.
 */
const overPrice = (amount: number, lineQuantity: string, orderPrice: string): number =>
  Math.max(0, amount - lineTotalCents(abs(lineQuantity), orderPrice));

const priceFinding = (l: MatchLine, t: Tolerance): Finding | null => {
  const order = l.order!;
  const over = overPrice(l.amount, l.quantity, order.unitPrice) + l.earlier.overPrice;
  if (over === 0) return null;
  const expected = lineTotalCents(abs(addQuantity(billed(l), l.earlier.quantity)), order.unitPrice);
  const percent =
    expected === 0 ? new Decimal(100) : new Decimal(over).times(100).dividedBy(expected);
  if (percent.lessThanOrEqualTo(t.pricePercent) && over <= t.priceCents) return null;
  const earlier = l.earlier.overPrice
    ? `, ${formatCents(l.earlier.overPrice)} of it on earlier invoices`
    : "";
  return {
    kind: "price",
    lineId: l.lineId,
    amount: over,
    owner: "buyer",
    message: `Line ${l.lineNo} exceeds the price tolerance (${new Decimal(t.pricePercent)}% and ${formatCents(t.priceCents)}): $${shownPrice(order.unitPrice)} ordered, $${shownPrice(l.unitPrice)} invoiced, ${formatCents(over)} over (${percent.toDecimalPlaces(1)}%)${earlier}.`,
  };
};

const quantityFinding = (l: MatchLine, t: Tolerance, threeWay: boolean): Finding | null => {
  const order = l.order!;
  const limit = threeWay ? order.received : order.quantity;
  const most = quantityText(
    quantity(limit) +
      (quantity(limit) * quantity(new Decimal(t.quantityPercent).toFixed(4))) / 1_000_000n,
  );
  const invoiced = addQuantity(billed(l), l.earlier.quantity);
  if (compareQuantity(invoiced, most) <= 0) return null;
  const beyond = quantityText(quantity(invoiced) - quantity(limit));
  const amount = lineTotalCents(beyond, order.unitPrice);
  if (threeWay && compareQuantity(order.received, "0") === 0)
    return {
      kind: "no_receipt",
      lineId: l.lineId,
      amount,
      owner: "receiver",
      message: `Line ${l.lineNo}: nothing is received yet of ${muchOf(order, order.quantity)} ordered; ${countOf(order, invoiced)} invoiced.`,
    };
  return {
    kind: "quantity",
    lineId: l.lineId,
    amount,
    owner: threeWay ? "receiver" : "buyer",
    message: `Line ${l.lineNo}: ${muchOf(order, invoiced)} invoiced in all, ${countOf(order, limit)} ${threeWay ? "received" : "ordered"}; ${countOf(order, beyond)} too many.`,
  };
};

const encumbranceFinding = (l: MatchLine, t: Tolerance): Finding | null => {
  const over = l.amount + l.earlier.amount - l.order!.amount;
  const allowed = Math.min(
    t.priceCents,
    new Decimal(l.order!.amount).times(t.pricePercent).dividedBy(100).floor().toNumber(),
  );
  return over > allowed
    ? {
        kind: "over_encumbrance",
        lineId: l.lineId,
        amount: over,
        owner: "buyer",
        message: `Line ${l.lineNo}: ${formatCents(l.amount + l.earlier.amount)} invoiced in all, ${formatCents(l.order!.amount)} ordered. Change the order or return the invoice.`,
      }
    : null;
};

// A credit takes back what was billed, no more of it.
const creditFinding = (l: MatchLine): Finding | null => {
  const left = addQuantity(billed(l), l.earlier.quantity);
  if (compareQuantity(left, "0") >= 0 && l.amount + l.earlier.amount >= 0) return null;
  return {
    kind: "quantity",
    lineId: l.lineId,
    amount: -l.amount,
    owner: "buyer",
    message: `Line ${l.lineNo} credits ${muchOf(l.order!, abs(l.quantity))} and ${formatCents(-l.amount)}; ${countOf(l.order!, l.earlier.quantity)} and ${formatCents(l.earlier.amount)} are billed on it.`,
  };
};

// In another unit quantity and price mean something else, whether their figures agree or not.
const unitFinding = (l: MatchLine): Finding | null => {
  const order = l.order!;
  if (sameUnit(l.unit, order.unit)) return null;
  return {
    kind: "unit",
    lineId: l.lineId,
    amount: Math.abs(l.amount),
    owner: "buyer",
    message: `Line ${l.lineNo} is billed in another unit: ${lineWords({ ...l, quantity: abs(l.quantity) })}; ${lineWords(order)} ordered.`,
  };
};

/**
 * Matches an invoice's lines against order and receipts: per line, cumulative over all its
 * invoices, without netting. Two-way compares with what
 * was ordered, three-way with what was received. Lines without an order line are findings unless
 * the invoice has no order. A credited line may
 * take back what is billed on its order line. A unit that is not the order's is a finding beside
 * the others, which take both figures as they are.
 */
export const matchLines = (
  lines: readonly MatchLine[],
  mode: "two_way" | "three_way" | "none",
  tolerance: Tolerance,
): Finding[] =>
  lines.flatMap((l) => {
    if (!l.order)
      return mode === "none"
        ? []
        : [
            {
              kind: "no_order" as const,
              lineId: l.lineId,
              amount: Math.abs(l.amount),
              owner: "buyer" as const,
              message: `Line ${l.lineNo} is on no line of the order.`,
            },
          ];
    const quantityIs =
      l.amount < 0 ? creditFinding(l) : quantityFinding(l, tolerance, mode === "three_way");
    const found = [
      unitFinding(l),
      ...(l.amount < 0
        ? [quantityIs]
        : [
            priceFinding(l, tolerance),
            quantityIs,
            quantityIs ? null : encumbranceFinding(l, tolerance),
          ]),
    ];
    return found.filter((f) => f !== null);
  });

/**
 * What an invoice adds to its lines, and what its order comes to beside what else is billed on it.
 * All in cents.
 */
export type MatchHead = {
  charges: number;
  tax: number;
  rounding: number;
  subtotal: number;
  total: number;
  order: { amount: number; billed: number };
};

/**
 * Matches what stands on no line: charges, tax and rounding must stay within the price tolerance of
 * the invoice's lines, and everything billed on an
 * order within that of the order, unless a line is beyond already. Allowances are not set off
 * against charges.
 */
export const matchHead = (
  head: MatchHead,
  lines: readonly Finding[],
  tolerance: Tolerance,
): Finding[] => {
  const within = (of: number) =>
    Math.min(
      tolerance.priceCents,
      new Decimal(Math.abs(of)).times(tolerance.pricePercent).dividedBy(100).floor().toNumber(),
    );
  const finding = (amount: number, message: string): Finding => ({
    kind: "over_encumbrance",
    lineId: null,
    amount,
    owner: "buyer",
    message,
  });
  const added = head.charges + Math.max(0, head.tax) + Math.max(0, head.rounding);
  const beyond = head.total + head.order.billed - head.order.amount;
  if (added > within(head.subtotal))
    return [
      finding(
        added,
        `${formatCents(added)} of charges, tax and rounding stand on no line of the order.`,
      ),
    ];
  if (
    head.total <= 0 ||
    lines.some((f) => f.kind !== "unit") ||
    beyond <= within(head.order.amount)
  )
    return [];
  return [
    finding(
      beyond,
      `${formatCents(head.total + head.order.billed)} billed in all, ${formatCents(head.order.amount)} ordered. Change the order or return the invoice.`,
    ),
  ];
};

/**
 * Whether somebody has accepted what a match finds: the same kind on the same line, of no less (too
 * many and not received are one kind).
 */
export const isAccepted = (
  found: Finding,
  accepted: readonly Pick<Finding, "kind" | "lineId" | "amount">[],
): boolean => {
  const alike = (kind: ExceptionKind) => (kind === "no_receipt" ? "quantity" : kind);
  return accepted.some(
    (e) =>
      e.lineId === found.lineId && alike(e.kind) === alike(found.kind) && found.amount <= e.amount,
  );
};

/**
 * How long payment may take: as the order agreed, as the bill states, as the rule of the day says, and
 * what a law allows to agree at most.
 */
export type Terms = {
  agreed: number | null;
  stated: number;
  ruleDays: number | null;
  mostAgreed: number | null;
};

/** Terms that were agreed and that no law cuts. */
export const agreedTerms = (days: number): Terms => ({
  agreed: days,
  stated: days,
  ruleDays: null,
  mostAgreed: null,
});

/**
 * When payment is due: so many days after the later of the proper invoice's receipt and acceptance;
 * null until accepted. Terms that were agreed decide, be they longer or shorter than the rule (Minn.
 * Stat. 471.425 subd. 2: "according to the terms of the contract"), unless a law sets their most;
 * without an agreement the shorter of what the bill states and the rule.
 */
export const paymentDueOn = (
  receivedOn: Day,
  acceptedOn: Day | null,
  { agreed, stated, ruleDays, mostAgreed }: Terms,
): Day | null => {
  if (!acceptedOn) return null;
  const start = receivedOn > acceptedOn ? receivedOn : acceptedOn;
  const days =
    agreed === null ? Math.min(stated, ruleDays ?? stated) : Math.min(agreed, mostAgreed ?? agreed);
  return addDays(start, days);
};
