import { formatCents, lineTotalCents } from "../../../kernel/money.ts";
import type { InvoiceInput } from "./invoice.model.ts";

export type PricedInvoice = { lineAmounts: number[]; subtotal: number; total: number; differences: string[] };

type Priceable = Pick<InvoiceInput, "allowances" | "charges" | "tax" | "rounding" | "statedTotal" | "kind"> & { lines: readonly Pick<InvoiceInput["lines"][number], "quantity" | "unitPrice" | "adjustment" | "statedAmount">[] };

const magnitude = (text: string) => text.replace(/^-/, "");
const isNegative = (quantity: string, price: string) => quantity.startsWith("-") !== price.startsWith("-");

/** Quantity × price with signs, half away from zero, plus charges less allowances of the line, in cents. */
export const lineAmount = (line: Priceable["lines"][number]): number => {
  const size = lineTotalCents(magnitude(line.quantity), magnitude(line.unitPrice));
  return (isNegative(line.quantity, line.unitPrice) ? -size : size) + line.adjustment;
};

/**
 * The totals as computed here, in cents, and in words what the document states otherwise (EN 16931 BR-CO-10, -13, -15, -16):
 * total = lines − allowances + charges + tax + rounding. A credit note's total is negative. The computed figures win.
 */
export const priceInvoice = (invoice: Priceable): PricedInvoice => {
  const sign = invoice.kind === "credit_note" ? -1 : 1;
  const own = invoice.lines.map(lineAmount);
  const differences = invoice.lines.flatMap((line, i) =>
    line.statedAmount !== null && line.statedAmount !== undefined && line.statedAmount !== own[i] ? [`Line ${i + 1} states ${formatCents(line.statedAmount)}; quantity times price is ${formatCents(own[i]!)}.`] : []);
  const subtotal = own.reduce((n, a) => n + a, 0);
  const total = subtotal - invoice.allowances + invoice.charges + invoice.tax + invoice.rounding;
  if (invoice.statedTotal !== null && invoice.statedTotal !== undefined && invoice.statedTotal !== total)
    differences.push(`The document states ${formatCents(invoice.statedTotal)} in all; its lines, allowances, charges and tax add up to ${formatCents(total)} (${formatCents(Math.abs(invoice.statedTotal - total))} apart).`);
  return { lineAmounts: own.map((a) => sign * a), subtotal: sign * subtotal, total: sign * total, differences };
};
