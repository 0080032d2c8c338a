import { addDays, daysBetween, type DayText } from "../time.ts";
import { monthAfter, monthsBetween } from "./months.ts";

/**
 * How often a series has a value: each month, named `YYYY-MM`, or each week, named by its Monday
 * (`YYYY-MM-DD`; ISO 8601: a week begins on Monday and belongs to no month or year alone).
 */
export type Every = "month" | "week";

const mondayFirst = 6;
/** The Monday of the week that a day lies in. */
export const mondayOf = (of: DayText): string =>
  addDays(of, -((new Date(`${of}T00:00:00Z`).getUTCDay() + mondayFirst) % 7));

/** The month or week that a day lies in. */
export const stepOf = (every: Every, of: DayText): string =>
  every === "week" ? mondayOf(of) : of.slice(0, 7);

/** The month or week so many after another one; before it for a number below zero. */
export const stepAfter = (every: Every, first: string, by: number): string =>
  every === "week" ? addDays(first as DayText, 7 * by) : monthAfter(first, by);

/** How many months or weeks lie from one to the other, the first counted and the last not. */
export const stepsBetween = (every: Every, first: string, last: string): number =>
  every === "week"
    ? Math.max(0, daysBetween(first as DayText, last as DayText) / 7)
    : monthsBetween(first, last);

/** The first and the last day of a month or week. */
export const daysOfStep = (every: Every, step: string): [string, string] => {
  const first = (every === "week" ? step : `${step}-01`) as DayText;
  const next = stepAfter(every, step, 1);
  return [first, addDays((every === "week" ? next : `${next}-01`) as DayText, -1)];
};
