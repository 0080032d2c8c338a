import { type FieldError, invalid } from "../../../kernel/errors.ts";
import { formatCents, lineTotalCents, maxCents } from "../../../kernel/money.ts";
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

const negative = (text: string) => /^-.*[1-9]/.test(text);

const refuseLines = ({ lines }: Pick<Priceable, "lines">, own: readonly number[]) => {
  const wrong = lines.flatMap((line, i): FieldError[] => {
    if (negative(line.quantity) && negative(line.unitPrice)) return [{ path: `lines.${i}.quantity`, message: `Line ${i + 1}: quantity and price are both negative. A return has a negative quantity and a price above zero.` }];
    return Math.abs(own[i]!) > maxCents ? [{ path: `lines.${i}.unitPrice`, message: `Line ${i + 1}: quantity times price is too large.` }] : [];
  });
  if (wrong.length) throw invalid("invalid_line", wrong[0]!.message, wrong);
};

const refuseTotal = (kind: Priceable["kind"], total: number) => {
  if (Math.abs(total) > maxCents) throw invalid("too_large", "The invoice's total is too large.", [{ path: "lines", message: "The lines add up to more than can be kept." }]);
  if (kind === "credit_note" && total < 0) throw invalid("negative_credit", "This credit note takes more than it gives: its lines add up to less than zero. Enter it as an invoice.", [{ path: "kind", message: "What the agency owes is an invoice." }]);
};

/** The lines of a credit note that is typed in: what is given back is written with positive quantities and prices, as on the vendor's paper. 422 with the line's path otherwise. */
export const refuseNegativeCredit = (invoice: Pick<Priceable, "kind" | "lines">): void => {
  if (invoice.kind !== "credit_note") return;
  const errors = invoice.lines.flatMap((line, i) => (["quantity", "unitPrice"] as const).filter((field) => negative(line[field])).map((field) => ({ path: `lines.${i}.${field}`, message: "A credit note already takes off: enter this without the minus." })));
  if (errors.length) throw invalid("negative_credit", "A credit note already takes off: enter its quantities and prices without a minus.", errors);
};

/**
 * The totals as computed here, in cents, and in words what the document states otherwise (EN 16931 BR-CO-10, -13, -15, -16):
 * total = lines − allowances + charges + tax + rounding. A credit note's total is negative. The computed figures win.
 * 422 with the path for a line whose quantity and price are both negative, for amounts beyond what is kept, and for a credit note that asks for money.
 */
export const priceInvoice = (invoice: Priceable): PricedInvoice => {
  const sign = invoice.kind === "credit_note" ? -1 : 1;
  const own = invoice.lines.map(lineAmount);
  refuseLines(invoice, own);
  const differences = invoice.lines.flatMap((line, i) =>
    line.statedAmount !== null && line.statedAmount !== undefined && line.statedAmount !== own[i] ? [`Line ${i + 1} states ${formatCents(line.statedAmount)}; quantity times price is ${formatCents(own[i]!)}.`] : []);
  const subtotal = own.reduce((n, a) => n + a, 0);
  const total = subtotal - invoice.allowances + invoice.charges + invoice.tax + invoice.rounding;
  refuseTotal(invoice.kind, total);
  if (invoice.statedTotal !== null && invoice.statedTotal !== undefined && invoice.statedTotal !== total)
    differences.push(`The document states ${formatCents(invoice.statedTotal)} in all; its lines, allowances, charges and tax add up to ${formatCents(total)} (${formatCents(Math.abs(invoice.statedTotal - total))} apart).`);
  return { lineAmounts: own.map((a) => sign * a), subtotal: sign * subtotal || 0, total: sign * total || 0, differences };
};
