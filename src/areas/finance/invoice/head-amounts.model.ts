import { formatCents } from "#kernel/money.ts";

/**
 * What of an invoice stands beside its lines, in cents as on the paper, where nothing has a minus.
 */
type Head = {
  kind: "invoice" | "credit_note";
  allowances: number;
  charges: number;
  tax: number;
  rounding: number;
};

/** An amount of the paper as the agency books it: a credit note's takes off. */
export const booked = (kind: Head["kind"], cents: number): number =>
  (kind === "credit_note" ? -cents : cents) || 0;

/**
 * What leads from the lines of an invoice or credit note to its total, each with its sign: lines
 * and these add up to the total, to the cent.
 */
export const headAmounts = (i: Head): [label: string, cents: number][] =>
  (
    [
      ["Allowances", -i.allowances],
      ["Charges", i.charges],
      ["Tax", i.tax],
      ["Rounding", i.rounding],
    ] as const
  ).map(([label, cents]) => [label, booked(i.kind, cents)]);

/**
 * What stands before a total below the lines: where it is not their sum, with what makes the
 * difference.
 */
export const totalLabel = (i: Head): string => {
  const beside = headAmounts(i).flatMap(([label, cents]) =>
    cents ? [`${label.toLowerCase()} ${formatCents(cents)}`] : [],
  );
  return ["Total", ...(beside.length ? [`with ${beside.join(", ")}`] : [])].join(", ");
};
