/**
 * The days of a fiscal year, named after the calendar year in which it ends; `firstMonth` is 1–12.
 */

import { utcDay } from "#kernel/time.ts";
export const fiscalYearDays = (
  year: number,
  firstMonth: number,
): { startsOn: string; endsOn: string } => {
  const from = firstMonth === 1 ? year : year - 1;
  const day = (date: Date) => utcDay(date);
  return {
    startsOn: day(new Date(Date.UTC(from, firstMonth - 1, 1))),
    endsOn: day(new Date(Date.UTC(from + 1, firstMonth - 1, 0))),
  };
};

/**
 * The year that a day falls into, else the newest; of days `YYYY-MM-DD`. The next year is opened
 * before its time, and is not the one that people ask about.
 */
export const yearAt = <Y extends { startsOn: string; endsOn: string }>(
  years: readonly Y[],
  day: string,
): Y | undefined =>
  years.find((y) => y.startsOn <= day && day <= y.endsOn) ??
  years.toSorted((a, b) => (a.startsOn < b.startsOn ? 1 : -1))[0];
