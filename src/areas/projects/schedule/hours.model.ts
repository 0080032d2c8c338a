import type { WorkCalendar } from "#kernel/business-days.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { federalHolidays } from "#kernel/holidays.ts";
import { firstDay, lastDay, type Hours, type Shift } from "./worktime.model.ts";

/** A day on which work is done otherwise than in the week. */
export type HoursException = { on: Day; shifts: readonly Shift[]; why: string };
/** A calendar as it is stored and shown. */
export type WrittenHours = {
  week: readonly (readonly Shift[])[];
  exceptions: readonly HoursException[];
};

/** Hours of a day on which an agency works, unless a calendar says others. */
const usualShifts: readonly Shift[] = [
  { from: 8 * 60, to: 12 * 60 },
  { from: 13 * 60, to: 17 * 60 },
];

/** A calendar as the engine reads it. */
export const hoursOf = ({ week, exceptions }: WrittenHours): Hours => ({
  week,
  exceptions: new Map(exceptions.map(({ on, shifts }) => [on, shifts])),
});

const longestClosure = 3660;
const yearOf = (on: Day): number => Number(on.slice(0, 4));

/**
 * The agency's own hours from one day to another: its week, federal holidays where it keeps them (5
 * U.S.C. 6103), and the days that it keeps otherwise, which come before holidays as in `dayOff`.
 */
export const agencyHours = (
  { weekdays, federalHolidays: keeps, closures }: WorkCalendar,
  from: Day = firstDay,
  to: Day = lastDay,
): WrittenHours => {
  const found = new Map<Day, HoursException>();
  const put = (on: Day, shifts: readonly Shift[], why: string) => {
    if (on >= from && on <= to) found.set(on, { on, shifts, why });
  };
  if (keeps)
    for (let year = yearOf(from); year <= yearOf(to) + 1; year++)
      for (const { observed, name } of federalHolidays(year)) put(observed as Day, [], name);
  for (const open of [true, false])
    for (const each of closures.filter((closure) => closure.open === open))
      for (let on = each.firstDay, n = 0; on <= each.lastDay && n < longestClosure; n++) {
        put(on, open ? usualShifts : [], each.name);
        on = addDays(on, 1);
      }
  return {
    week: Array.from({ length: 7 }, (_, at) => (weekdays.includes(at) ? usualShifts : [])),
    exceptions: [...found.values()].toSorted((a, b) => a.on.localeCompare(b.on)),
  };
};

/** Minutes of the longest usual day: what people call a day of work. */
export const minutesPerDay = ({ week }: Pick<WrittenHours, "week">): number =>
  Math.max(...week.map((shifts) => shifts.reduce((sum, { from, to }) => sum + to - from, 0)));
