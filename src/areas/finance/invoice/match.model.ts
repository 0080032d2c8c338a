import { Decimal } from "decimal.js";
import { formatCents, lineTotalCents } from "../../../kernel/money.ts";
import { addQuantity, compareQuantity, quantity, quantityText } from "../../../kernel/quantity.ts";
import type { ExceptionKind } from "./invoice.model.ts";

/** A line agrees on price when it is within the percentage AND within the cents; on quantity within the percentage. */
export type Tolerance = { pricePercent: string; priceCents: number; quantityPercent: string };

/** One invoice line beside its order line; `earlier` sums the live invoices before this one on the same order line. */
export type MatchLine = {
  lineId: string; lineNo: number; quantity: string; unitPrice: string; amount: number;
  order: { lineNo: number; quantity: string; unitPrice: string; amount: number; received: string; unit: string } | null;
  earlier: { quantity: string; amount: number; overPrice: number };
};

export type Finding = { kind: ExceptionKind; lineId: string | null; message: string; amount: number; owner: "ap" | "buyer" | "receiver" };

const show = (text: string) => quantityText(quantity(text));
const abs = (text: string) => text.replace(/^-/, "");

/** What the line costs more than ordered, in cents; never below zero, so that a cheap line cannot pay for a dear one. */
export const overPrice = (amount: number, lineQuantity: string, orderPrice: string): number => Math.max(0, amount - lineTotalCents(abs(lineQuantity), orderPrice));

const priceFinding = (l: MatchLine, t: Tolerance): Finding | null => {
  const order = l.order!;
  const over = overPrice(l.amount, l.quantity, order.unitPrice) + l.earlier.overPrice;
  if (over === 0) return null;
  const expected = lineTotalCents(abs(addQuantity(l.quantity, l.earlier.quantity)), order.unitPrice);
  const percent = expected === 0 ? new Decimal(100) : new Decimal(over).times(100).dividedBy(expected);
  if (percent.lessThanOrEqualTo(t.pricePercent) && over <= t.priceCents) return null;
  const earlier = l.earlier.overPrice ? `, ${formatCents(l.earlier.overPrice)} of it on earlier invoices` : "";
  return { kind: "price", lineId: l.lineId, amount: over, owner: "buyer", message: `Line ${l.lineNo} exceeds the price tolerance (${new Decimal(t.pricePercent)}% and ${formatCents(t.priceCents)}): ${show(order.unitPrice)} ordered, ${show(l.unitPrice)} invoiced, ${formatCents(over)} over (${percent.toDecimalPlaces(1)}%)${earlier}.` };
};

const quantityFinding = (l: MatchLine, t: Tolerance, threeWay: boolean): Finding | null => {
  const order = l.order!;
  const limit = threeWay ? order.received : order.quantity;
  const most = quantityText(quantity(limit) + (quantity(limit) * quantity(new Decimal(t.quantityPercent).toFixed(4))) / 1_000_000n);
  const invoiced = addQuantity(l.quantity, l.earlier.quantity);
  if (compareQuantity(invoiced, most) <= 0) return null;
  const beyond = quantityText(quantity(invoiced) - quantity(limit));
  const amount = lineTotalCents(beyond, order.unitPrice);
  if (threeWay && compareQuantity(order.received, "0") === 0) return { kind: "no_receipt", lineId: l.lineId, amount, owner: "receiver", message: `Line ${l.lineNo}: nothing is received yet of ${show(order.quantity)} ${order.unit} ordered; ${show(invoiced)} invoiced.` };
  return { kind: "quantity", lineId: l.lineId, amount, owner: threeWay ? "receiver" : "buyer", message: `Line ${l.lineNo}: ${show(invoiced)} ${order.unit} invoiced in all, ${show(limit)} ${threeWay ? "received" : "ordered"}; ${beyond} too many.` };
};

const encumbranceFinding = (l: MatchLine, t: Tolerance): Finding | null => {
  const over = l.amount + l.earlier.amount - l.order!.amount;
  const allowed = Math.min(t.priceCents, new Decimal(l.order!.amount).times(t.pricePercent).dividedBy(100).floor().toNumber());
  return over > allowed ? { kind: "over_encumbrance", lineId: l.lineId, amount: over, owner: "buyer", message: `Line ${l.lineNo}: ${formatCents(l.amount + l.earlier.amount)} invoiced in all, ${formatCents(l.order!.amount)} ordered. Change the order or return the invoice.` } : null;
};

/**
 * Matches an invoice's lines against order and receipts: per line, cumulative over all its invoices, without netting. Two-way compares with what
 * was ordered, three-way with what was received. Lines without an order line are findings unless the invoice has no order. Credits pass.
 */
export const matchLines = (lines: readonly MatchLine[], mode: "two_way" | "three_way" | "none", tolerance: Tolerance): Finding[] =>
  lines.flatMap((l) => {
    if (l.amount < 0) return [];
    if (!l.order) return mode === "none" ? [] : [{ kind: "no_order" as const, lineId: l.lineId, amount: l.amount, owner: "buyer" as const, message: `Line ${l.lineNo} is on no line of the order.` }];
    const quantityIs = quantityFinding(l, tolerance, mode === "three_way");
    const found = [priceFinding(l, tolerance), quantityIs, quantityIs ? null : encumbranceFinding(l, tolerance)];
    return found.filter((f) => f !== null);
  });

/**
 * When payment is due: `days` after the later of the proper invoice's receipt and acceptance; null until accepted. All dates YYYY-MM-DD.
 * The shorter of the order's terms and the prompt-payment rule decides.
 */
export const paymentDueOn = (receivedOn: string, acceptedOn: string | null, termsDays: number, ruleDays: number | null): string | null => {
  if (!acceptedOn) return null;
  const start = receivedOn > acceptedOn ? receivedOn : acceptedOn;
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + Math.min(termsDays, ruleDays ?? termsDays));
  return day.toISOString().slice(0, 10);
};
