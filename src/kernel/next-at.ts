import { isBusinessDay, type WorkCalendar } from "./business-days.ts";
import { dateIn, instantIn, wallClock } from "./dates.ts";
import { weekdayOf } from "./holidays.ts";
import { addDays, addMonths, day, instantAt, type Day, type Instant } from "./time.ts";

/** How often something comes round, by the agency's clock; `at` is HH:MM of its day. */
export type Recurrence = { at: string } & (
  | { every: "hour" | "day" | "business-day" }
  /** Monday is 1. */
  | { every: "week"; weekDay: number }
  /** The last day of a month that lacks this one. */
  | { every: "month"; monthDay: number }
  /** The n-th business day of each month. */
  | { every: "month-business-day"; monthDay: number }
);

const minute = 60_000;
const hour = 60 * minute;

const lastOfMonth = (on: Day): Day => addDays(addMonths(day(`${on.slice(0, 7)}-01`), 1), -1);

// From Monday, 1, to Sunday, 7.
const isoWeekday = (on: Day): number => weekdayOf(on) || 7;

const businessDayOfMonth = (calendar: WorkCalendar, on: Day): number | null => {
  if (!isBusinessDay(calendar, on)) return null;
  let count = 0;
  for (let at = day(`${on.slice(0, 7)}-01`); at <= on; at = addDays(at, 1))
    if (isBusinessDay(calendar, at)) count++;
  return count;
};

const falls = (rule: Recurrence, on: Day, calendar: WorkCalendar): boolean => {
  if (rule.every === "week") return isoWeekday(on) === rule.weekDay;
  if (rule.every === "business-day") return isBusinessDay(calendar, on);
  if (rule.every === "month-business-day")
    return businessDayOfMonth(calendar, on) === rule.monthDay;
  if (rule.every === "month") {
    const last = Number(lastOfMonth(on).slice(8));
    return Number(on.slice(8)) === Math.min(rule.monthDay, last);
  }
  return true;
};

const nextHour = (at: string, timeZone: string, from: number): number => {
  const wall = wallClock(instantAt(from), timeZone);
  const seconds = from % minute;
  const inHour = from - seconds - Number(wall.slice(14, 16)) * minute;
  const then = inHour + Number(at.slice(3)) * minute;
  return then > from ? then : then + hour;
};

/** A month without its n-th business day is passed over; no calendar closes an agency for longer. */
const mostDays = 400;

/**
 * When something comes round next after `from`, by the clock of a zone. A time of day that a day lacks
 * (clocks go forward) comes an hour beside it, one that a day has twice comes once.
 * Null where no day of the next 400 is one: a calendar that never has so many business days.
 */
export const nextAt = (
  rule: Recurrence,
  timeZone: string,
  from: Instant,
  calendar: WorkCalendar,
): Instant | null => {
  const after = Date.parse(from);
  if (rule.every === "hour") return instantAt(nextHour(rule.at, timeZone, after));
  const today = dateIn(from, timeZone);
  for (let n = 0; n < mostDays; n++) {
    const on = addDays(today, n);
    const at = instantIn(`${on}T${rule.at}`, timeZone);
    if (at > after && falls(rule, on, calendar)) return instantAt(at);
  }
  return null;
};
