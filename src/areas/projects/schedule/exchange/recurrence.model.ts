import { addDays, addMonths, day, daysBetween, type Day } from "#kernel/time.ts";
import { firstDay } from "../worktime.model.ts";

/** Days of an exception that comes again, as MSPDI counts them. */
export type Recurrence = {
  from: Day;
  to: Day;
  /** 1 daily, 2 and 3 yearly, 4 and 5 monthly (by date, by position), 6 weekly, 7 every so many days. */
  type: number;
  period: number;
  /** Bits from Sunday, 1. */
  daysOfWeek: number;
  monthDay: number;
  /** From 0. */
  month: number;
  /** 0 first to 3 fourth, 4 last. */
  monthPosition: number;
  /** 0 day, 1 weekday, 2 day of the weekend, 3 Sunday to 9 Saturday. */
  monthItem: number;
};

const lastDay = day("2083-12-31");
// 1984 began on a Sunday.
const weekday = (on: Day): number => ((daysBetween(firstDay, on) % 7) + 7) % 7;
const monthOf = (on: Day): Day => day(`${on.slice(0, 7)}-01`);
const sameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);

const isItem = (on: Day, item: number): boolean => {
  const at = weekday(on);
  if (item === 0) return true;
  if (item === 1) return at > 0 && at < 6;
  if (item === 2) return at === 0 || at === 6;
  return at === item - 3;
};

// The last day of a month that is shorter.
const byDate = (month: Day, { monthDay }: Recurrence): Day[] => {
  const on = addDays(month, Math.max(1, monthDay) - 1);
  return [sameMonth(on, month) ? on : addDays(addMonths(month, 1), -1)];
};

const byPosition = (month: Day, { monthPosition, monthItem }: Recurrence): Day[] => {
  const fits: Day[] = [];
  for (let on = month; sameMonth(on, month); on = addDays(on, 1))
    if (isItem(on, monthItem)) fits.push(on);
  const found = monthPosition >= 4 ? fits.at(-1) : fits[monthPosition];
  return found ? [found] : [];
};

const inMonths = (of: Recurrence, pick: (month: Day, of: Recurrence) => Day[]): Day[] => {
  const yearly = of.type === 2 || of.type === 3;
  const first = monthOf(of.from);
  // A month whose day is over when it begins is not counted.
  const over = of.type === 4 && of.monthDay < Number(of.from.slice(8));
  const named = day(`${first.slice(0, 4)}-${String((of.month % 12) + 1).padStart(2, "0")}-01`);
  const days: Day[] = [];
  for (
    let month = yearly ? named : addMonths(first, over ? 1 : 0);
    month <= of.to;
    month = addMonths(month, yearly ? 12 : of.period)
  )
    days.push(...pick(month, of));
  return days;
};

const inWeeks = (of: Recurrence): Day[] => {
  const days: Day[] = [];
  const sunday = addDays(of.from, -weekday(of.from));
  for (let week = sunday; week <= of.to; week = addDays(week, 7 * of.period))
    for (let at = 0; at < 7; at++) if (of.daysOfWeek & (1 << at)) days.push(addDays(week, at));
  return days;
};

const inDays = (of: Recurrence): Day[] => {
  const days: Day[] = [];
  for (let on = of.from; on <= of.to; on = addDays(on, of.period)) days.push(on);
  return days;
};

/**
 * The days of an exception within 1984 to 2083; null for a kind that is not known (by count of
 * weekdays).
 */
export const daysOf = (said: Recurrence): Day[] | null => {
  const to = said.to > lastDay ? lastDay : said.to;
  const of = { ...said, to, period: Math.max(1, said.period) };
  const read: Readonly<Record<number, () => Day[]>> = {
    1: () => inDays(of),
    7: () => inDays(of),
    2: () => inMonths(of, byDate),
    3: () => inMonths(of, byPosition),
    4: () => inMonths(of, byDate),
    5: () => inMonths(of, byPosition),
    6: () => inWeeks(of),
  };
  const days = read[said.type]?.();
  return days?.filter((on) => on >= of.from && on <= to && on >= firstDay) ?? null;
};
