import type { Day } from "./time.ts";
import { endOfDate } from "./dates.ts";
import { dayAfter, federalHolidays, weekdayOf } from "./holidays.ts";

/** Days that an agency keeps otherwise than its week says: closed, or open although off. */
export type Closure = { firstDay: Day; lastDay: Day; name: string; open: boolean };

/** When an agency works. */
export type WorkCalendar = {
  /** Days of the week, 0 Sunday to 6 Saturday; at least one. */
  weekdays: readonly number[];
  /** Whether federal holidays (5 U.S.C. 6103) are days off. */
  federalHolidays: boolean;
  closures: readonly Closure[];
};

/** Monday to Friday without federal holidays: what holds until an agency says otherwise. */
export const usualCalendar: WorkCalendar = {
  weekdays: [1, 2, 3, 4, 5],
  federalHolidays: true,
  closures: [],
};

/**
 * Why an agency does not work on a day, or null when it does: what it says of the day itself first,
 * then holidays, then its week.
 */
export const dayOff = (calendar: WorkCalendar, day: string): string | null => {
  const own = calendar.closures.filter((each) => each.firstDay <= day && day <= each.lastDay);
  const closed = own.find((each) => !each.open);
  if (closed) return closed.name;
  if (own.length) return null;
  if (calendar.federalHolidays) {
    const year = Number(day.slice(0, 4));
    // New Year's Day on a Saturday is kept on the last day of the year before.
    const holiday = [...federalHolidays(year), ...federalHolidays(year + 1)].find(
      (each) => each.observed === day,
    );
    if (holiday) return holiday.name;
  }
  return calendar.weekdays.includes(weekdayOf(day)) ? null : "Not a working day of the week";
};

/** Whether an agency works on a day. */
export const isBusinessDay = (calendar: WorkCalendar, day: string): boolean =>
  dayOff(calendar, day) === null;

// Ten years off in a row are no calendar.
const longest = 3660;

/** The day itself when the agency works on it, else the next one on which it does. */
export const nextBusinessDay = (calendar: WorkCalendar, day: Day): Day => {
  let at = day;
  for (let tried = 0; !isBusinessDay(calendar, at); tried++) {
    if (tried === longest) throw new Error("The calendar has no working day within ten years.");
    at = dayAfter(at, 1);
  }
  return at;
};

/**
 * The day so many business days after `from`, which is not counted itself (as courts count, Fed. R.
 * Civ. P. 6(a)(1)). With 0 the day itself, or the next business day.
 */
export const businessDays = (calendar: WorkCalendar, from: Day, days: number): Day => {
  let at = days > 0 ? from : nextBusinessDay(calendar, from);
  for (let left = days; left > 0; left--) at = nextBusinessDay(calendar, dayAfter(at, 1));
  return at;
};

/** How many business days lie behind `from` up to and with `to`; 0 where `to` is not later. */
export const businessDaysBetween = (calendar: WorkCalendar, from: string, to: string): number => {
  let counted = 0;
  for (let at = dayAfter(from, 1); at <= to; at = dayAfter(at, 1))
    if (isBusinessDay(calendar, at)) counted++;
  return counted;
};

/**
 * The instant (milliseconds) at which a window of business days ends: midnight behind its last day
 * in the agency's zone.
 */
export const endOfBusinessDays = (
  calendar: WorkCalendar,
  from: Day,
  days: number,
  timeZone: string,
): number => endOfDate(businessDays(calendar, from, days), timeZone);
