/** A day off that recurs by a rule: a date of a month, or the n-th weekday of one (-1 the last). */

import { type Day, utcDay } from "./time.ts";
type HolidayRule = {
  name: string;
  month: number;
  on: { date: number } | { nth: number; weekday: number; plus?: number };
  /** The first year in which it is kept. */
  since?: number;
};

/** A holiday in one year: the day that it is, and the workday on which it is kept. */
export type Holiday = { name: string; day: Day; observed: string };

// 5 U.S.C. 6103(a). Juneteenth since Pub. L. 117-17 (June 17, 2021).
const federal: readonly HolidayRule[] = [
  { name: "New Year's Day", month: 1, on: { date: 1 } },
  { name: "Birthday of Martin Luther King, Jr.", month: 1, on: { nth: 3, weekday: 1 } },
  { name: "Washington's Birthday", month: 2, on: { nth: 3, weekday: 1 } },
  { name: "Memorial Day", month: 5, on: { nth: -1, weekday: 1 } },
  { name: "Juneteenth National Independence Day", month: 6, on: { date: 19 }, since: 2021 },
  { name: "Independence Day", month: 7, on: { date: 4 } },
  { name: "Labor Day", month: 9, on: { nth: 1, weekday: 1 } },
  { name: "Columbus Day", month: 10, on: { nth: 2, weekday: 1 } },
  { name: "Veterans Day", month: 11, on: { date: 11 } },
  { name: "Thanksgiving Day", month: 11, on: { nth: 4, weekday: 4 } },
  { name: "Christmas Day", month: 12, on: { date: 25 } },
];

const iso = (at: Date): Day => utcDay(at);
const utc = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date));

/** A day so many calendar days later, YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): Day => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return iso(at);
};

/** The day of the week of a date: 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const dayOf = (rule: HolidayRule, year: number): Day => {
  const { on, month } = rule;
  if ("date" in on) return iso(utc(year, month, on.date));
  if (on.nth > 0) {
    const first = utc(year, month, 1);
    const ahead = (on.weekday - first.getUTCDay() + 7) % 7;
    return iso(utc(year, month, 1 + ahead + 7 * (on.nth - 1)));
  }
  const last = utc(year, month + 1, 0);
  return iso(utc(year, month, last.getUTCDate() - ((last.getUTCDay() - on.weekday + 7) % 7)));
};

const shift = (day: string, saturday: number): string =>
  weekdayOf(day) === 6 ? dayAfter(day, saturday) : weekdayOf(day) === 0 ? dayAfter(day, 1) : day;

const ofYear = (year: number, saturday: number): Holiday[] =>
  federal
    .filter((rule) => year >= (rule.since ?? 0))
    .map((rule) => {
      const day = dayOf(rule, year);
      return { name: rule.name, day, observed: shift(day, saturday) };
    });

const kept = new Map<string, readonly Holiday[]>();
const once = (key: string, make: () => Holiday[]): readonly Holiday[] => {
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  return known;
};

/**
 * Federal holidays of a year with the day on which who works Monday to Friday keeps them: the
 * Friday before a Saturday (5 U.S.C. 6103(b)), the Monday after a Sunday (Executive Order 11582).
 */
export const federalHolidays = (year: number): readonly Holiday[] =>
  once(`federal ${year}`, () => ofYear(year, -1));

/**
 * Days of a year on which the Federal Reserve Banks settle nothing: the federal holidays, of which
 * one on a Sunday closes the Monday and one on a Saturday no other day (Federal Reserve Banks,
 * holiday schedule).
 */
const bankHolidays = (year: number): readonly Holiday[] =>
  once(`bank ${year}`, () => ofYear(year, 0));

/** The name of the bank holiday on a day, or null. */
export const bankHolidayOn = (day: string): string | null =>
  bankHolidays(Number(day.slice(0, 4))).find((holiday) => holiday.observed === day)?.name ?? null;

/** Whether banks settle payments on a day: Monday to Friday, no holiday of the Federal Reserve. */
export const isBankDay = (day: string): boolean =>
  weekdayOf(day) % 6 !== 0 && bankHolidayOn(day) === null;

/** The day itself where banks settle on it, else the next one on which they do. */
export const nextBankDay = (day: Day): Day => {
  let at = day;
  while (!isBankDay(at)) at = dayAfter(at, 1);
  return at;
};
