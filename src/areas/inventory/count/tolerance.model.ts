import { formatCents } from "#kernel/money.ts";
import { quantity, shownDecimal } from "#kernel/quantity.ts";
import type { StockClass } from "./count.labels.ts";

/** Which difference may be posted at once: hundredths of a percent of the ledger, and integer cents. */
export type Tolerance = { percentBp: number; cents: number };

/** How often each class is counted, in days. */
export type Intervals = { daysA: number; daysB: number; daysC: number };

/** Until an agency says otherwise every difference is counted twice. */
export const strictest: Tolerance & Intervals = {
  ...{ percentBp: 0, cents: 0 },
  ...{ daysA: 90, daysB: 180, daysC: 365 },
};

/** What a part of the stock is worth, rounded half up: integer cents of `part` of `whole`. */
export const worthOf = (part: bigint, pool: { whole: bigint; cents: number }): number =>
  pool.whole === 0n ? 0 : Number((BigInt(pool.cents) * part * 2n + pool.whole) / (pool.whole * 2n));

/**
 * Whether a difference is within the tolerance: none, or no more than the share of what the ledger has
 * and no more than the cents, both. Quantities are decimal text of the item's unit, `cents` is what the
 * difference is worth, without its sign.
 */
export const isWithin = (
  { ledger, counted, cents }: { ledger: string; counted: string; cents: number },
  { percentBp, cents: most }: Tolerance,
): boolean => {
  const had = quantity(ledger);
  const difference = quantity(counted) - had;
  if (difference === 0n) return true;
  const missing = difference < 0n ? -difference : difference;
  return missing * 10_000n <= had * BigInt(percentBp) && cents <= most;
};

/** The tolerance in words. */
export const toleranceText = ({ percentBp, cents }: Tolerance): string =>
  percentBp === 0 || cents === 0
    ? "no difference at all"
    : `${shownDecimal(String(percentBp / 100))} % and ${formatCents(cents)} a line`;

/**
 * Classes by value issued: items by falling value, A as long as those before them make less than 80 % of
 * the whole, B less than 95 %, C the rest and whatever nothing was issued of.
 */
export const classesOf = (
  issued: readonly { itemId: string; cents: number }[],
): ReadonlyMap<string, StockClass> => {
  const whole = issued.reduce((sum, { cents }) => sum + cents, 0);
  let before = 0;
  const classes = new Map<string, StockClass>();
  for (const { itemId, cents } of issued.toSorted(
    (a, b) => b.cents - a.cents || (a.itemId < b.itemId ? -1 : 1),
  )) {
    const share = whole === 0 ? 1 : before / whole;
    classes.set(itemId, cents <= 0 ? "C" : share < 0.8 ? "A" : share < 0.95 ? "B" : "C");
    before += cents;
  }
  return classes;
};
