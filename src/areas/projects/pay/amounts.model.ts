import { formatCents, lineTotalCents, splitCents } from "#kernel/money.ts";
import { isLumpSum, muchOf } from "#kernel/lump-sum.ts";
import {
  compareQuantity,
  plainDecimal,
  quantity,
  quantityText,
  shownDecimal,
} from "#kernel/quantity.ts";

/** How a contractor says what was done of a line. */
export const claims = {
  quantity: "Quantity this period",
  percent: "Percent to date",
  amount: "Amount this period",
} as const;
export type Claim = keyof typeof claims;

/** The ways that suit a line: of a lump sum nothing is counted. */
export const claimsOf = (
  line: Pick<Measured, "unit" | "unitPrice">,
): Readonly<Record<string, string>> =>
  isLumpSum(line) ? { percent: claims.percent, amount: claims.amount } : claims;
/** The way that a line's form begins with. */
export const claimOf = (
  line: Pick<Measured, "unit" | "unitPrice">,
  claim: Claim = "quantity",
): Claim => (isLumpSum(line) && claim === "quantity" ? "amount" : claim);

/**
 * A line of an order as an application sees it: decimal text; `previous` is what was billed before, and
 * `stored` what of that was for material that is not in place yet.
 */
export type Measured = {
  lineNo: number;
  unit: string;
  ordered: string;
  unitPrice: string;
  previous: string;
  stored: string;
};

const unit = 10_000n;

/** What is left of a line to bill, never below nothing. */
export const balanceOf = ({ ordered, previous }: Measured): string => {
  const left = quantity(ordered) - quantity(previous);
  return quantityText(left < 0n ? 0n : left);
};

// Half up, for what is not negative.
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

// Dollars at a price of one: their shares are whole cents.
const isDollars = (line: Measured): boolean => quantity(line.unitPrice) === unit;

// What was certified of a line as put in place.
const placedBefore = (line: Measured): bigint => quantity(line.previous) - quantity(line.stored);

const ofPercent = (line: Measured, value: string): bigint => {
  const toDate = divided(quantity(line.ordered) * quantity(value), 100n * unit);
  const whole = isDollars(line) ? divided(toDate, 100n) * 100n : toDate;
  return whole - placedBefore(line);
};

const ofAmount = (line: Measured, value: string): bigint => {
  const price = quantity(line.unitPrice);
  return price === 0n ? 0n : divided(quantity(value) * unit, price);
};

/** Of one period: what it bills in all, what of the line was put in place, and what is stored now. */
type Done = { quantity: string; placed: string; stored: string };
type Taken = Done | { fault: string };

// An amount that no quantity of the line comes to.
const missed = (line: Measured, found: bigint, value: string): string | null => {
  const cents = Number(quantity(value) / 100n);
  const gives = lineTotalCents(quantityText(found), line.unitPrice);
  return gives === cents
    ? null
    : `no quantity comes to ${formatCents(cents)} at ${line.unitPrice} each; ${muchOf(line, quantityText(found))} come to ${formatCents(gives)}.`;
};

type Typed = { claim: Claim; value: string; stored: string; placed: bigint; now: bigint };

const fault = (line: Measured, typed: Typed): string | null => {
  const { claim, value, placed, now } = typed;
  const billed = placed + now - quantity(line.stored);
  if (placed < 0n)
    return `${muchOf(line, quantityText(placedBefore(line)))} were certified before, which is more than ${shownDecimal(value)} percent.`;
  if (billed < 0n)
    return `${formatCents(lineTotalCents(line.stored, line.unitPrice))} of stored material were certified before: enter it as stored still, or as put in place.`;
  if (compareQuantity(quantityText(billed), balanceOf(line)) > 0)
    return `${muchOf(line, balanceOf(line))} are left of the order. Ask for a change order for more.`;
  if (isLumpSum(line) && placed % 100n !== 0n)
    return "A lump sum is an amount in dollars with at most two decimals.";
  return (
    (claim === "amount" ? missed(line, placed, value) : null) ?? missed(line, now, typed.stored)
  );
};

/**
 * What was done of a line this period, as quantities with at most four decimals. `value` says what was
 * put in place: as given, as the percent of the line that is in place to date less what was before, or as
 * an amount in dollars. `stored` is what lies on the site now, in dollars: it is billed once, and what was
 * billed as stored before is taken off as it is put in place. A sentence where it does not fit the order;
 * both are decimal text that is not negative.
 */
export const doneOf = (line: Measured, claim: Claim, value: string, stored = "0"): Taken => {
  const at = `Line ${line.lineNo}`;
  const whole = (text: string) => quantity(text) % 100n === 0n;
  if (!whole(stored) || (claim === "amount" && !whole(value)))
    return { fault: `${at}: an amount has at most two decimals.` };
  const placed =
    claim === "quantity"
      ? quantity(value)
      : claim === "percent"
        ? ofPercent(line, value)
        : ofAmount(line, value);
  const now = ofAmount(line, stored);
  const why = fault(line, { claim, value, stored, placed, now });
  return why === null
    ? {
        quantity: quantityText(placed + now - quantity(line.stored)),
        placed: quantityText(placed),
        stored: quantityText(now),
      }
    : { fault: `${at}: ${why}` };
};

/** What of a line is done, in percent with one decimal, rounded down: 100 is said of the whole alone. */
export const doneShare = (line: { toDateCents: number; scheduledCents: number }): number =>
  line.scheduledCents === 0 ? 0 : Math.floor((line.toDateCents * 1000) / line.scheduledCents) / 10;

/** A quantity of a line in dollars, as decimal text. */
export const dollarsOf = ({ unitPrice }: Pick<Measured, "unitPrice">, much: string): string =>
  plainDecimal((lineTotalCents(much, unitPrice) / 100).toFixed(2));

/** Cents of a quantity of a line, as its invoice prices it. */
export const centsOf = ({ unitPrice }: Pick<Measured, "unitPrice">, done: string): number =>
  lineTotalCents(done, unitPrice);

/** Retainage of a line: its rate in percent, what it bills now, and what was kept back of it before. */
export type Kept = { rate: string; cents: number; billedBefore: number; heldBefore: number };

const hundredths = (rate: string): number => Math.round(Number(rate) * 100);
const share = (cents: number, rate: string): number =>
  Math.floor((cents * hundredths(rate) + 5_000) / 10_000);

const byRate = (lines: readonly Kept[], centsOfLine: (line: Kept) => number): number[] => {
  const kept = lines.map(() => 0);
  for (const rate of new Set(lines.map((line) => line.rate))) {
    const at = lines.flatMap((line, n) => (line.rate === rate ? [n] : []));
    const cents = at.map((n) => centsOfLine(lines[n]!));
    const all = cents.reduce((sum, each) => sum + each, 0);
    if (all <= 0) continue;
    for (const [n, part] of splitCents(share(all, rate), cents).entries()) kept[at[n]!] = part;
  }
  return kept;
};

// The law's limit falls on the lines as their retainage does.
const within = (kept: readonly number[], most: number): number[] => {
  const all = kept.reduce((sum, each) => sum + each, 0);
  return all <= most || all === 0 ? [...kept] : splitCents(Math.max(0, most), kept);
};

/**
 * What is kept back of each line this period, in cents: lines of one rate together, rounded half up
 * once and shared by largest remainder, at most `most` in all. `scope` says whether a rate is for what
 * follows, or for all that was billed of the line; never less than nothing, for what was kept back
 * goes out by a release.
 */
export const retainageOfLines = (
  lines: readonly Kept[],
  scope: "following" | "all",
  most: number,
): number[] => {
  const kept =
    scope === "following"
      ? byRate(lines, (line) => line.cents)
      : byRate(lines, (line) => line.cents + line.billedBefore).map((cents, n) =>
          Math.max(0, cents - lines[n]!.heldBefore),
        );
  return within(
    kept.map((cents, n) => Math.min(cents, lines[n]!.cents)),
    most,
  );
};
