import { quantity, shownDecimal, shownPrice } from "./quantity.ts";

/** How a line is counted: its unit, and the price of one of it. */
type Counted = { unit: string; unitPrice: string };

/** A line by amount is stored as so many dollars at one dollar each, under this unit. */
export const lumpSum = { unit: "lump sum", unitPrice: "1.00" } as const;

const words: ReadonlySet<string> = new Set(["lump sum", "lump sums", "ls"]);

/** Whether a line is an amount as a whole, and its quantity therefore dollars. */
export const isLumpSum = ({ unit, unitPrice }: Counted): boolean =>
  words.has(unit.trim().toLowerCase()) && Number(unitPrice) === 1;

/**
 * The same of a line that somebody is typing: the first digit of a price such as 120000 does not make
 * it one, and take the field away under the hand.
 */
export const isTypedLumpSum = (line: Counted): boolean =>
  isLumpSum(line) && line.unitPrice === lumpSum.unitPrice;

const dollars = (text: string): string =>
  text.startsWith("-") ? `-$${shownDecimal(text.slice(1), 2)}` : `$${shownDecimal(text, 2)}`;

/** So much of a line without its unit: "30", of a lump sum "$30,000.00". */
export const countOf = (line: Counted, much: string): string =>
  isLumpSum(line) ? dollars(much) : shownDecimal(much);

/** So much of a line: "30 cubic yard", of a lump sum "$30,000.00". */
export const muchOf = (line: Counted, much: string): string =>
  isLumpSum(line) ? dollars(much) : `${shownDecimal(much)} ${line.unit}`.trim();

/** What a line's price is called: "12.33", or that there is none. */
export const rateOf = (line: Counted): string =>
  isLumpSum(line) ? "Lump sum" : shownPrice(line.unitPrice);

/** A whole line in words: "300 cubic yard at $12.33", or "Lump sum $120,000.00". */
export const lineWords = (line: Counted & { quantity: string }): string =>
  isLumpSum(line)
    ? `Lump sum ${dollars(line.quantity)}`
    : `${muchOf(line, line.quantity)} at $${shownPrice(line.unitPrice)}`;

/** A line as those who approve it read it: how much, and the price of one where it has one. */
export const approvedAs = (line: Counted & { quantity: string }) =>
  isLumpSum(line)
    ? { quantity: "Lump sum", unitPrice: "" }
    : { quantity: `${Number(line.quantity)} ${line.unit}`.trim(), unitPrice: line.unitPrice };

/** Why so much of a line cannot be: a share of a lump sum is whole cents. Null where it can. */
export const brokenCents = (line: Counted, much: string): string | null =>
  isLumpSum(line) && quantity(much) % 100n !== 0n
    ? "A lump sum is an amount in dollars with at most two decimals."
    : null;
