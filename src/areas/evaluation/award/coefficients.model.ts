import { tiersOf, type AwardCase, type Tier } from "./award.model.ts";
import { inf } from "#kernel/optimum/program.ts";

/**
 * Money of the program is in units of `scale` cents: a hundredth of what the lots cost about, so
 * that the solver's tolerances are worth cents.
 */
export const scaleOf = (c: AwardCase): number =>
  Math.max(
    1,
    c.prices.reduce((sum, row) => sum + Math.min(...row.filter((price) => price !== null)), 0) /
      100,
  );

/** What a whole lot costs as judged, and toward the goal, at one tier; in cents. */
export const judgedPrice = (c: AwardCase, lot: number, vendor: number, tier: Tier): number =>
  ((c.prices[lot]![vendor]! * (10_000 - tier.bps)) / 10_000) *
  (c.vendors[vendor]!.preferred ? 1 : 1 + c.preferenceBps / 10_000);
export const goalFactor = (c: AwardCase, lot: number, vendor: number, tier: Tier): number =>
  (((c.prices[lot]![vendor]! * (10_000 - tier.bps)) / 10_000) *
    ((c.vendors[vendor]!.counts ? 10_000 : 0) - (c.goalBps ?? 0))) /
  10_000;
export const switchingOf = (c: AwardCase, lot: number, vendor: number): number => {
  const one = c.lots[lot]!;
  return one.incumbent === null || one.incumbent === vendor ? 0 : one.switchingCents;
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * The most that a vendor can win of some lots below a threshold, in cents: winnings grow in steps
 * of whole prices, or of shares where lots are shared. Exact, and as far
 * from the threshold as it can be: limits that differ by less than the solver's tolerances have
 * made its presolve give wrong answers.
 */
export const mostBelow = (
  c: AwardCase,
  vendor: number,
  lots: Iterable<number>,
  from: number,
): number => {
  const step = [...lots].reduce(
    (found, lot) =>
      divisor(
        found,
        (c.prices[lot]![vendor] ?? 0) * (c.lots[lot]!.maxVendors === 1 ? 100 : c.stepPercent),
      ),
    0,
  );
  return step === 0 ? from - 0.01 : ((Math.ceil((from * 100) / step) - 1) * step) / 100;
};

/**
 * What a tier's threshold row allows at most: the capacity, or what stays below the next tier, so
 * that nobody is paid at a worse tier than reached.
 */
export const upTo = (c: AwardCase, vendor: number, tier: number): number => {
  const one = c.vendors[vendor]!;
  const next = one.tiersBy === "value" ? tiersOf(one)[tier + 1] : undefined;
  return Math.min(
    one.capacityCents ?? inf,
    next ? mostBelow(c, vendor, c.lots.keys(), next.from) : inf,
  );
};
