import { daysBetween, type Day } from "#kernel/time.ts";

type Spent = { number: string; amount: number; drawn: number; periodFrom: Day; periodTo: Day };
export type Burn = { number: string; drawn: number; gone: number };

const share = (part: number, whole: number): number =>
  whole <= 0 ? 100 : Math.round((100 * Math.min(Math.max(part, 0), whole)) / whole);

/**
 * How much of each award is drawn beside how much of its period is gone, both in percent; those that
 * are furthest behind their time come first.
 */
export const burnOf = (awards: readonly Spent[], today: Day): Burn[] =>
  awards
    .map((a) => ({
      number: a.number,
      drawn: share(a.drawn, a.amount),
      // The last day of the period belongs to it.
      gone: share(daysBetween(a.periodFrom, today) + 1, daysBetween(a.periodFrom, a.periodTo) + 1),
    }))
    .toSorted((a, b) => a.drawn - a.gone - (b.drawn - b.gone));

/** What the picture says: the award that is furthest behind its time, or that none is. */
export const burnFinding = (burns: readonly Burn[]): string => {
  const [worst] = burns;
  if (!worst) return "No award is in force";
  return worst.gone - worst.drawn > 10
    ? `${worst.number} is furthest behind: ${worst.drawn} % drawn, ${worst.gone} % of its time gone`
    : "Every award is drawn about as its time goes";
};
