import { addDays, addMonths, type Day } from "#kernel/time.ts";
import type { Period } from "./measures.labels.ts";

/** Monday of a day's week (ISO 8601). */
const mondayOf = (day: Day): Day =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The first day of the month or week that a day lies in. */
export const periodStart = (period: Period, day: Day): Day =>
  period === "week" ? mondayOf(day) : addDays(day, 1 - Number(day.split("-")[2]));

/** The last day of the period that begins on a day. */
export const periodEnd = (period: Period, from: Day): Day =>
  addDays(period === "week" ? addDays(from, 7) : addMonths(from, 1), -1);

/** The last day of the last period that is over on a day. */
export const lastDone = (period: Period, today: Day): Day =>
  addDays(periodStart(period, today), -1);

const month = new Intl.DateTimeFormat("en-US", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const week = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

/** The same on an axis: "Mar 2026", "Mar 2, 2026". */
export const periodLabel = (period: Period, from: Day): string =>
  (period === "week" ? week : month).format(new Date(`${from}T00:00:00Z`));

/** A period as people say it: "Mar 2026", "week of Mar 2, 2026". */
export const periodName = (period: Period, from: Day): string =>
  period === "week" ? `week of ${periodLabel(period, from)}` : periodLabel(period, from);
