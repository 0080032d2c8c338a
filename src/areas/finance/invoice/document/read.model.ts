import { credit, otherLanguage } from "./labels.data.ts";
import { headOf } from "./head.model.ts";
import type { Reading } from "./reading.model.ts";
import { rowsOf, type Placed } from "#kernel/placed-rows.ts";
import { tableOf } from "./table.model.ts";
import { styleOf } from "./written.model.ts";

const signs: readonly [RegExp, string][] = [
  [/\bUSD\b|US\$/, "USD"],
  [/\bEUR\b|€/, "EUR"],
  [/\bGBP\b|£/, "GBP"],
  [/\bCHF\b/, "CHF"],
  [/\bCAD\b/, "CAD"],
  [/\$/, "USD"],
];

/** Days such as 03/04 begin with the month in dollars, with the day in languages of the continent. */
const dayFirstIn = (words: string, currency: string | null): boolean | null =>
  otherLanguage.test(words) ? true : currency === "USD" ? false : currency ? true : null;

type Found = ReturnType<typeof tableOf>;
/** Every line is quantity times price less its discount, and the sums add up, all to the cent. */
const provedBy = ({ lines, sums }: Found): boolean => {
  const { subtotal, total, freight = 0, tax = 0, discount = 0 } = sums;
  if (!lines.length || total === undefined || !lines.every((l) => l.whole)) return false;
  const added = lines.reduce((sum, l) => sum + l.amount, 0);
  const off = Math.abs(discount);
  if (
    subtotal !== undefined &&
    subtotal !== added &&
    subtotal !== added - off &&
    subtotal !== added + freight
  )
    return false;
  return added - off + freight + tax === total;
};

/**
 * Reads the texts that are seen on an invoice or credit note. A value that is not found is null,
 * never guessed; `proved` only where lines and sums agree to the cent.
 */
export const readInvoiceText = (seen: readonly Placed[]): Reading => {
  const rows = rowsOf(seen);
  const words = seen.map((i) => i.text).join("\n");
  const style = styleOf(seen.map((i) => i.text)) ?? "point";
  const currency = signs.find(([sign]) => sign.test(words))?.[1] ?? null;
  const head = headOf(rows, dayFirstIn(words, currency));
  const table = tableOf(rows, { style });
  const { subtotal = null, freight = null, tax = null, discount = null, total = null } = table.sums;
  return {
    standing: provedBy(table) ? "proved" : "read",
    kind: credit.test(words) ? "credit_note" : "invoice",
    vendorNumber: head.values.vendorNumber ?? null,
    invoiceDate: head.values.invoiceDate ?? null,
    dueDate: head.values.dueDate ?? null,
    orderNumber: head.values.orderNumber ?? null,
    currency,
    lines: table.lines.map(({ whole: _whole, ...line }) => line),
    subtotal,
    freight,
    tax,
    discount,
    total,
    marks: [...head.marks, ...table.marks],
  };
};
