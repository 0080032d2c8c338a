import { counted } from "#kernel/words.ts";
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

/** Notice of an option before the term ends: whole months, and days besides. */
type Notice = { optionNoticeMonths: number; optionNoticeDays: number };

/** The last day on which the other side may be told that an option of this term is exercised. */
export const noticeDay = (
  endsOn: string,
  { optionNoticeMonths, optionNoticeDays }: Notice,
): Day => {
  const day = utc(monthsAfter(endsOn, -optionNoticeMonths));
  day.setUTCDate(day.getUTCDate() - optionNoticeDays);
  return text(day);
};

/** The same in words, such as "6 months and 15 days"; "0 days" where the contract asks for none. */
export const noticeWords = ({ optionNoticeMonths, optionNoticeDays }: Notice): string =>
  [
    ...(optionNoticeMonths > 0 ? [counted(optionNoticeMonths, "month")] : []),
    ...(optionNoticeDays > 0 || optionNoticeMonths === 0 ? [counted(optionNoticeDays, "day")] : []),
  ].join(" and ");
