import { type Day, utcDay } from "#kernel/time.ts";
import { periods } from "./conditions.data.ts";

export type Period = (typeof periods)[number];
type Days = { from: Day; to: Day };

const day = (at: Date) => utcDay(at);
const utc = (year: number, month: number, date: number) =>
  day(new Date(Date.UTC(year, month, date)));

/**
 * The days of a period seen from a day (`YYYY-MM-DD`), first and last. A week goes from Monday to
 * Sunday, a year from January to December.
 */
export const daysOf = (period: Period, today: string): Days => {
  const [year, month, date] = today.split("-").map(Number) as [number, number, number];
  const shift = /^(?:last|yesterday)/.test(period) ? -1 : /^(?:next|tomorrow)/.test(period) ? 1 : 0;
  if (period.endsWith("week")) {
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    const monday = date - weekday + shift * 7;
    return { from: utc(year, month - 1, monday), to: utc(year, month - 1, monday + 6) };
  }
  if (period.endsWith("month"))
    return { from: utc(year, month - 1 + shift, 1), to: utc(year, month + shift, 0) };
  if (period.endsWith("year"))
    return { from: utc(year + shift, 0, 1), to: utc(year + shift, 11, 31) };
  const one = utc(year, month - 1, date + shift);
  return { from: one, to: one };
};
