import { addDays, daysBetween, type Day } from "#kernel/time.ts";

/** From so many failures on an interval is said; fewer say nothing about when the next one comes. */
export const fewestFailures = 3;

/** How often an asset fails: days between one failure and the next, oldest first. */
export type Failing = {
  assetId: string;
  failures: readonly Day[];
  /** The middle of the intervals; of an even number the lower one. */
  medianDays: number;
  last: Day;
  /** When the next failure is due by it. */
  next: Day;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;

/** Assets that failed often enough, the soonest next failure first. Two failures of one day are one. */
export const failing = (failures: readonly { assetId: string; on: Day }[]): Failing[] => {
  const days = new Map<string, Set<Day>>();
  for (const { assetId, on } of failures)
    days.set(assetId, (days.get(assetId) ?? new Set()).add(on));
  return [...days]
    .filter(([, on]) => on.size >= fewestFailures)
    .map(([assetId, on]) => {
      const sorted = [...on].toSorted();
      const medianDays = median(sorted.slice(1).map((day, at) => daysBetween(sorted[at]!, day)));
      const last = sorted.at(-1)!;
      return { assetId, failures: sorted, medianDays, last, next: addDays(last, medianDays) };
    })
    .toSorted((a, b) => a.next.localeCompare(b.next));
};

const daysOf: Readonly<Record<string, number>> = { days: 1, weeks: 7, months: 30, years: 365 };

/** The days between two times of a plan by the calendar; null where it goes by a meter. */
export const intervalOf = (plan: { every: number | null; unit: string | null }): number | null =>
  plan.every && plan.unit ? plan.every * daysOf[plan.unit]! : null;

/** A plan comes too seldom where what it should prevent comes sooner than its turn. */
export const comesTooSeldom = (intervalDays: number | null, failingEvery: number): boolean =>
  intervalDays !== null && intervalDays > failingEvery;
