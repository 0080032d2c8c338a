import { addDays, addMonths, type Day } from "#kernel/time.ts";
import type { Period } from "./period.labels.ts";

/** The agency's fiscal years, in their order. */
type Year = { year: number; startsOn: Day; endsOn: Day };
/**
 * The days that a period has now, both inclusive; `year` where they are a fiscal year, or the days of one
 * until today.
 */
export type Days = { from?: Day; until?: Day; year?: number };

const monthOf = (day: Day): Days => {
  const from = `${day.slice(0, 7)}-01` as Day;
  return { from, until: addDays(addMonths(from, 1), -1) };
};
const yearOf = (found: Year | undefined): Days | null =>
  found ? { from: found.startsOn, until: found.endsOn, year: found.year } : null;

/**
 * The days of a period as today is: this and the last fiscal year by the agency's own years, months
 * by the calendar, or two days with `..` between. `packet` is the day
 * of the last packet that was published, one of the days since then. Null where the agency has no such year,
 * or no packet.
 */
export const daysOf = (
  period: Period,
  years: readonly Year[],
  today: Day,
  packet: Day | null = null,
): Days | null => {
  if (period === "all") return {};
  if (period === "since-packet") return packet === null ? null : { from: packet, until: today };
  if (period === "month") return monthOf(today);
  if (period === "last-month") return monthOf(addDays(`${today.slice(0, 7)}-01` as Day, -1));
  const now = years.findIndex((each) => each.startsOn <= today && today <= each.endsOn);
  if (period === "fiscal-year") return yearOf(years[now]);
  if (period === "year-to-date") {
    const year = yearOf(years[now]);
    return year && { ...year, until: today };
  }
  if (period === "last-fiscal-year") return yearOf(years[now - 1]);
  const [from, until] = period.split("..") as [Day, Day];
  return { from, until };
};

/**
 * The same days a year earlier, of a year to date as far into the year before. A whole fiscal year has the
 * agency's one before it; where there is none, its days of a year earlier, in which nothing was budgeted.
 */
export const yearBefore = ({ from, until, year }: Days, years: readonly Year[]): Days => {
  const whole = years.some((each) => each.year === year && each.endsOn === until);
  if (year !== undefined && whole) {
    const before = years.find((each) => each.year === year - 1);
    if (before) return { from: before.startsOn, until: before.endsOn, year: before.year };
  }
  return {
    from: addMonths(from!, -12),
    // The day before the same day of the next year: the 28th of February has the 29th before a leap year's end.
    until: addDays(addMonths(addDays(until!, 1), -12), -1),
    ...(year !== undefined && { year: year - 1 }),
  };
};
