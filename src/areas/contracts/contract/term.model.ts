import { type Day, utcDay } from "#kernel/time.ts";

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const text = (date: Date) => utcDay(date);
const lastDay = (year: number, month: number) =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** A day so many months later; the last day of a month stays one, and no day falls out of its month. */
export const monthsAfter = (day: string, months: number): Day => {
  const from = utc(day);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
  const atEnd = from.getUTCDate() === lastDay(year, month);
  const to = new Date(Date.UTC(year, month + months, 1));
  const last = lastDay(to.getUTCFullYear(), to.getUTCMonth());
  to.setUTCDate(atEnd ? last : Math.min(from.getUTCDate(), last));
  return text(to);
};

/** Months that a term from its first to its last day takes, begun ones included. */
export const monthsOf = (startsOn: string, endsOn: string): number => {
  const [from, to] = [utc(startsOn), utc(endsOn)];
  to.setUTCDate(to.getUTCDate() + 1);
  const whole =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return to.getUTCDate() > from.getUTCDate() ? whole + 1 : whole;
};

/** The last day on which the other side may be told that an option of this term is exercised. */
export const noticeDay = (endsOn: string, noticeDays: number): Day => {
  const day = utc(endsOn);
  day.setUTCDate(day.getUTCDate() - noticeDays);
  return text(day);
};
