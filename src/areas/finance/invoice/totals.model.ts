import { type FieldError, invalid } from "#kernel/errors.ts";
import { formatCents, lineTotalCents, maxCents } from "#kernel/money.ts";
import type { InvoiceInput } from "./invoice.model.ts";

export type PricedInvoice = {
  lineAmounts: number[];
  subtotal: number;
  total: number;
  differences: string[];
};

type Priceable = Pick<
  InvoiceInput,
  "allowances" | "charges" | "tax" | "rounding" | "statedTotal" | "kind"
> & {
  lines: readonly Pick<
    InvoiceInput["lines"][number],
    "quantity" | "unitPrice" | "adjustment" | "statedAmount"
  >[];
};

const magnitude = (text: string) => text.replace(/^-/, "");
const isNegative = (quantity: string, price: string) =>
  quantity.startsWith("-") !== price.startsWith("-");

/**
 * Quantity × price with signs, half away from zero, plus charges less allowances of the line, in
 * cents.
 */
export const lineAmount = (line: Priceable["lines"][number]): number => {
  const size = lineTotalCents(magnitude(line.quantity), magnitude(line.unitPrice));
  return (isNegative(line.quantity, line.unitPrice) ? -size : size) + line.adjustment;
};

const negative = (text: string) => /^-.*[1-9]/.test(text);

const refuseLines = ({ lines }: Pick<Priceable, "lines">, own: readonly number[]) => {
  const wrong = lines.flatMap((line, i): FieldError[] => {
    if (negative(line.quantity) && negative(line.unitPrice))
      return [
        {
          path: `lines.${i}.quantity`,
          message: `Line ${i + 1}: quantity and price are both negative. A return has a negative quantity and a price above zero.`,
        },
      ];
    return Math.abs(own[i]!) > maxCents
      ? [
          {
            path: `lines.${i}.unitPrice`,
            message: `Line ${i + 1}: quantity times price is too large.`,
          },
        ]
      : [];
  });
  if (wrong.length) throw invalid("invalid_line", wrong[0]!.message, wrong);
};

const refuseTotal = (kind: Priceable["kind"], total: number) => {
  if (Math.abs(total) > maxCents)
    throw invalid("too_large", "The invoice's total is too large.", [
      { path: "lines", message: "The lines add up to more than can be kept." },
    ]);
  if (kind === "credit_note" && total < 0)
    throw invalid(
      "negative_credit",
      "This credit note takes more than it gives: its lines add up to less than zero. Enter it as an invoice.",
      [{ path: "kind", message: "What the agency owes is an invoice." }],
    );
};

/**
 * The lines of a credit note that is typed in: what is given back is written with positive
 * quantities and prices, as on the vendor's paper. 422 with the line's path otherwise.
 */
export const refuseNegativeCredit = (invoice: Pick<Priceable, "kind" | "lines">): void => {
  if (invoice.kind !== "credit_note") return;
  const errors = invoice.lines.flatMap((line, i) =>
    (["quantity", "unitPrice"] as const)
      .filter((field) => negative(line[field]))
      .map((field) => ({
        path: `lines.${i}.${field}`,
        message: "A credit note already takes off: enter this without the minus.",
      })),
  );
  if (errors.length)
    throw invalid(
      "negative_credit",
      "A credit note already takes off: enter its quantities and prices without a minus.",
      errors,
    );
};

const bare = (line: Priceable["lines"][number]) => lineAmount({ ...line, adjustment: 0 });

/**
 * What is asked once more when an invoice is typed, since it is mostly a slip of the hand: a line's
 * allowance larger than its line, and an invoice that
 * comes to less than nothing without being a credit note (`negative`, where that is new). Errors
 * with the paths at which it can be mended; none: nothing to ask.
 */
export const turnedRound = (
  invoice: Priceable,
  { lines = true, negative: total = true } = {},
): FieldError[] => {
  const large = lines
    ? invoice.lines.flatMap((line, i) =>
        bare(line) !== 0 && Math.sign(lineAmount(line)) === -Math.sign(bare(line))
          ? [
              {
                path: `lines.${i}.adjustment`,
                message: `Line ${i + 1}: its allowance of ${formatCents(Math.abs(line.adjustment))} is larger than the line (${formatCents(Math.abs(bare(line)))}).`,
              },
            ]
          : [],
      )
    : [];
  const priced = priceInvoice(invoice);
  const billed = priced.subtotal + invoice.charges + invoice.tax + invoice.rounding;
  if (!total || invoice.kind !== "invoice" || priced.total >= 0) return large;
  const path =
    billed >= 0
      ? "allowances"
      : `lines.${Math.max(
          0,
          priced.lineAmounts.findIndex((amount) => amount < 0),
        )}.unitPrice`;
  const allowances = formatCents(invoice.allowances);
  const cause =
    billed >= 0
      ? `The allowances of ${allowances} take off more than is billed, ${formatCents(billed)}`
      : "What is taken off is more than what is billed";
  return [
    ...large,
    {
      path,
      message: `${cause}: the vendor would owe ${formatCents(-priced.total)}.`,
    },
  ];
};

/**
 * 422 less_than_nothing for what `turnedRound` finds, unless whoever types it has confirmed that it
 * is meant.
 */
export const refuseUnconfirmed = (
  invoice: Priceable,
  confirmed: boolean,
  ask?: Parameters<typeof turnedRound>[1],
): void => {
  const errors = confirmed ? [] : turnedRound(invoice, ask);
  if (errors.length)
    throw invalid(
      "less_than_nothing",
      `${errors.map((error) => error.message).join(" ")} Correct it, enter a credit note, or confirm that the vendor's invoice says so.`,
      errors,
    );
};

/**
 * The totals as computed here, in cents, and in words what the document states otherwise (EN 16931
 * BR-CO-10, -13, -15, -16):
 * total = lines − allowances + charges + tax + rounding. A credit note's total is negative. The
 * computed figures win.
 * 422 with the path for a line whose quantity and price are both negative, for amounts beyond what
 * is kept, and for a credit note that asks for money.
 */
export const priceInvoice = (invoice: Priceable): PricedInvoice => {
  const sign = invoice.kind === "credit_note" ? -1 : 1;
  const own = invoice.lines.map(lineAmount);
  refuseLines(invoice, own);
  const differences = invoice.lines.flatMap((line, i) =>
    line.statedAmount !== null && line.statedAmount !== undefined && line.statedAmount !== own[i]
      ? [
          `Line ${i + 1} states ${formatCents(line.statedAmount)}; quantity times price is ${formatCents(own[i]!)}.`,
        ]
      : [],
  );
  const subtotal = own.reduce((n, a) => n + a, 0);
  const total = subtotal - invoice.allowances + invoice.charges + invoice.tax + invoice.rounding;
  refuseTotal(invoice.kind, total);
  if (
    invoice.statedTotal !== null &&
    invoice.statedTotal !== undefined &&
    invoice.statedTotal !== total
  )
    differences.push(
      `The document states ${formatCents(invoice.statedTotal)} in all; its lines, allowances, charges and tax add up to ${formatCents(total)} (${formatCents(Math.abs(invoice.statedTotal - total))} apart).`,
    );
  return {
    lineAmounts: own.map((a) => sign * a),
    subtotal: sign * subtotal || 0,
    total: sign * total || 0,
    differences,
  };
};
