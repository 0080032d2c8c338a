import { partOf } from "../money/money.model.ts";
import type { Minute, WorkTime } from "./worktime.model.ts";

/** Money of a cost code that a task bears, between its start and finish by the baseline. */
export type PlannedCost = {
  codeId: string;
  cents: number;
  start: Minute;
  finish: Minute;
  calendar: WorkTime;
};
/** Money of a cost code that a task bears now, and how much of the task is done. */
export type EarnedCost = { codeId: string; cents: number; percent: number };

type ByCode = Map<string, number>;

const add = (to: ByCode, codeId: string, cents: number): void =>
  void to.set(codeId, (to.get(codeId) ?? 0) + cents);

/**
 * Planned value by cost code, in cents: of what the baseline gives a task, the part of its working
 * time that lies before the data date; of what takes no time all, once its day is over.
 */
export const plannedValue = (costs: readonly PlannedCost[], dataDate: Minute): ByCode => {
  const found: ByCode = new Map();
  for (const { codeId, cents, start, finish, calendar } of costs) {
    const whole = calendar.worked(finish) - calendar.worked(start);
    const until = calendar.worked(Math.min(Math.max(dataDate, start), finish));
    const done = until - calendar.worked(start);
    const all = finish <= dataDate ? cents : 0;
    add(found, codeId, whole > 0 ? partOf(cents, done, whole) : all);
  }
  return found;
};

/** Earned value by cost code, in cents: what a task bears, times its percent. */
export const earnedValue = (costs: readonly EarnedCost[]): ByCode => {
  const found: ByCode = new Map();
  for (const { codeId, cents, percent } of costs) add(found, codeId, partOf(cents, percent, 100));
  return found;
};

const ratio = (a: number, b: number): number | null =>
  b === 0 ? null : Math.round((a / b) * 10_000) / 10_000;

type Values = { planned: number | null; earned: number; actual: number; budget: number };

/**
 * SPI = earned / planned; CPI = earned / actual; estimate at completion = budget / CPI. Each is null
 * where it would divide by nothing.
 */
export const indexesOf = ({ planned, earned, actual, budget }: Values) => ({
  spi: planned === null ? null : ratio(earned, planned),
  cpi: ratio(earned, actual),
  estimateAtCompletionCents: earned === 0 ? null : partOf(actual, budget, earned),
});
