import { addDays, addMonths, daysBetween, type Day } from "#kernel/time.ts";
import type { Billed } from "./period.labels.ts";

/** From its first day to its last, both inclusive. */
export type Period = { from: Day; to: Day };

const months: Readonly<Record<Billed, number>> = { month: 1, year: 12 };

/**
 * The period number `n` (0 is the first) of what began on a day: each begins where the one before
 * ended, also where a month is shorter than the day of its beginning.
 */
export const periodOf = (anchor: Day, billed: Billed, n: number): Period => ({
  from: addMonths(anchor, n * months[billed]),
  to: addDays(addMonths(anchor, (n + 1) * months[billed]), -1),
});

/** The period behind another one, of the same beginning. */
export const periodAfter = (anchor: Day, billed: Billed, last: Day): Period => {
  const next = addDays(last, 1);
  let n = Math.max(0, Math.floor(daysBetween(anchor, next) / (31 * months[billed])) - 1);
  while (periodOf(anchor, billed, n).to < next) n += 1;
  return periodOf(anchor, billed, n);
};

/** How many days a period has. */
export const daysOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

/** How many days of a period are left on a day, that day included; none once it is over. */
export const daysLeft = ({ from, to }: Period, on: Day): number =>
  Math.max(0, Math.min(daysBetween(on, to), daysBetween(from, to)) + 1);

/** Halves go up; both are whole and not negative. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * What an upgrade within a period costs, in cents: the difference of price × days left ÷ days of the
 * period, its day included, rounded to the cent. `prorated` is the sum of difference × days left of
 * the upgrades before it in this period, and the new one comes back: what was rounded before is made good,
 * so that all charges of a period together are its days at their prices, to the cent.
 */
export const upgradeOf = (
  difference: number,
  on: Day,
  period: Period,
  prorated: number,
): { cents: number; prorated: number } => {
  const days = daysOf(period);
  const sum = prorated + difference * daysLeft(period, on);
  return { cents: rounded(sum, days) - rounded(prorated, days), prorated: sum };
};

/** A price less a discount in hundredths of a percent, rounded to the cent. */
export const discounted = (cents: number, discountBp: number): number =>
  rounded(cents * (10_000 - discountBp), 10_000);

/** The price of a plan, in cents for each period. */
export const priceOf = (
  plan: { monthlyCents: number; yearlyCents: number },
  billed: Billed,
  discountBp = 0,
): number => discounted(billed === "month" ? plan.monthlyCents : plan.yearlyCents, discountBp);
