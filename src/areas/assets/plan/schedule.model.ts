import { type Day, utcDay, type DayText } from "#kernel/time.ts";
import type { DueBy, PlanUnit } from "./plan.labels.ts";

/** How a plan comes due. Days are YYYY-MM-DD of the agency, seasons MM-DD and may cross the year. */
export type PlanRule = {
  dueBy: DueBy;
  every: number | null;
  unit: PlanUnit | null;
  anchorOn: DayText | null;
  /** From the last completion on; else by the calendar, whatever was done when. */
  floating: boolean;
  seasonFrom: string | null;
  seasonTo: string | null;
  meterEvery: number | null;
};

/** What is known of an asset under a plan. */
export type PlanState = {
  /** No date before it: the day on which the plan came into force, or the asset into service. */
  startOn: DayText;
  /** The newest cycle of any kind. */
  lastDueOn: DayText | null;
  lastDoneOn: DayText | null;
  /** The newest cycle that was not done: from it a floating plan goes on. */
  lastUndoneOn: DayText | null;
  meter: { total: number; doneTotal: number; perDay: number | null } | null;
};

const dayMs = 86_400_000;
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => utcDay(ms);
/** A day so many days later. */
export const plusDays = (day: string, days: number): Day => dayOf(msOf(day) + days * dayMs);

/** A day so many of a unit later; the 31st of a short month is its last day. */
export const plus = (day: DayText, count: number, unit: PlanUnit): Day => {
  if (unit === "days") return plusDays(day, count);
  if (unit === "weeks") return plusDays(day, count * 7);
  const months = unit === "years" ? count * 12 : count;
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const at = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(Math.floor(at / 12), at % 12, Math.min(date, last)));
};

/** About how many days an interval has: to say what is near a date, never to step by. */
const intervalDays = ({ every, unit }: Pick<PlanRule, "every" | "unit">): number =>
  (every ?? 1) * { days: 1, weeks: 7, months: 30, years: 365 }[unit ?? "months"];

/** Whether a day is in the season; without one every day is. */
export const inSeason = ({ seasonFrom, seasonTo }: PlanRule, day: string): boolean => {
  if (!seasonFrom || !seasonTo) return true;
  const at = day.slice(5);
  return seasonFrom <= seasonTo
    ? at >= seasonFrom && at <= seasonTo
    : at >= seasonFrom || at <= seasonTo;
};
const toSeason = (rule: PlanRule, day: DayText): Day => {
  if (inSeason(rule, day)) return day as Day;
  const start = `${day.slice(0, 4)}-${rule.seasonFrom}`;
  return (start >= day ? start : `${Number(day.slice(0, 4)) + 1}-${rule.seasonFrom}`) as Day;
};

const mostSteps = 5000;

/**
 * Dates of a calendar rule after `after` (or from it on), in the season, by the anchor: never by the
 * date before, so that the 31st does not drift. At most `count`; none where no date comes in ten
 * years.
 */
export const fixedDates = (
  rule: PlanRule,
  { after, count, until }: { after: string; count: number; until?: string },
): Day[] => {
  const { anchorOn, every, unit } = rule;
  if (!anchorOn || !every || !unit) return [];
  const found: Day[] = [];
  const end = until ?? plus(after < anchorOn ? anchorOn : after, 10, "years");
  const rough =
    Math.floor((msOf(after) - msOf(anchorOn)) / dayMs / (intervalDays(rule) * 1.05)) - 2;
  for (let n = Math.max(0, rough), steps = 0; steps < mostSteps; n++, steps++) {
    const day = plus(anchorOn, n * every, unit);
    if (day > end) break;
    if (day > after && inSeason(rule, day)) found.push(day);
    if (found.length >= count) break;
  }
  return found;
};

const later = (a: DayText | null, b: DayText | null): DayText | null =>
  a && b ? (a > b ? a : b) : (a ?? b);

const calendarDue = (rule: PlanRule, state: PlanState): Day | null => {
  if (!rule.every || !rule.unit) return null;
  const before = plusDays(state.startOn, -1);
  if (rule.floating) {
    const base = later(state.lastDoneOn, state.lastUndoneOn);
    if (base) return toSeason(rule, plus(base, rule.every, rule.unit));
  }
  return fixedDates(rule, { after: state.lastDueOn ?? before, count: 1 })[0] ?? null;
};

const meterDue = (rule: PlanRule, state: PlanState, today: DayText): Day | null => {
  if (!rule.meterEvery || !state.meter) return null;
  const left = state.meter.doneTotal + rule.meterEvery - state.meter.total;
  if (left <= 0) return today as Day;
  if (!state.meter.perDay || state.meter.perDay <= 0) return null;
  return plusDays(today, Math.ceil(left / state.meter.perDay));
};

/** The next day on which the plan is due, by calendar, meter, or whichever comes first; null: none. */
export const nextDue = (rule: PlanRule, state: PlanState, today: DayText): Day | null => {
  const calendar = rule.dueBy === "meter" ? null : calendarDue(rule, state);
  const meter = rule.dueBy === "calendar" ? null : meterDue(rule, state, today);
  if (calendar && meter) return calendar < meter ? calendar : meter;
  return calendar ?? meter;
};

/**
 * What has come due by `today` with its lead: the newest date, and those before it that were missed
 * while nobody planned. Null where nothing is due.
 */
export const dueNow = (
  rule: PlanRule,
  state: PlanState,
  { today, leadDays }: { today: DayText; leadDays: number },
): { dueOn: Day; missed: Day[] } | null => {
  const next = nextDue(rule, state, today);
  const until = plusDays(today, leadDays);
  if (!next || next > until) return null;
  if (rule.dueBy !== "calendar" || (rule.floating && (state.lastDoneOn ?? state.lastDueOn)))
    return { dueOn: next, missed: [] };
  const all = fixedDates(rule, {
    after: state.lastDueOn ?? plusDays(state.startOn, -1),
    count: 1000,
    until,
  });
  return { dueOn: all.at(-1) ?? next, missed: all.slice(0, -1) };
};

/** The next dates, each as if the one before was done on its day. */
export const preview = (
  rule: PlanRule,
  state: PlanState,
  { today, count }: { today: DayText; count: number },
): Day[] => {
  const dates: Day[] = [];
  let now = state;
  let day: DayText = today;
  while (dates.length < count) {
    const due = nextDue(rule, now, day);
    if (!due || dates.includes(due)) break;
    dates.push(due);
    const passed = Math.max(0, Math.round((msOf(due) - msOf(day)) / dayMs));
    const meter = now.meter && {
      ...now.meter,
      total: now.meter.total + passed * (now.meter.perDay ?? 0),
    };
    now = {
      ...now,
      lastDueOn: due,
      lastDoneOn: due,
      lastUndoneOn: null,
      meter: meter && { ...meter, doneTotal: meter.total },
    };
    day = due > day ? due : day;
  }
  return dates;
};

/** Whether a date of a plan is covered by one of these dates: within half of its own interval. */
export const isCovered = <D extends string>(
  rule: PlanRule,
  day: string,
  by: readonly D[],
): D | null => {
  const near = Math.floor(intervalDays(rule) / 2);
  return by.find((other) => Math.abs(msOf(other) - msOf(day)) / dayMs <= near) ?? null;
};
