import { businessDays, endOfBusinessDays, type WorkCalendar } from "#kernel/business-days.ts";
import { dateIn, instantIn, wallClock } from "#kernel/dates.ts";
import { type Instant, isDate } from "#kernel/time.ts";
import { evaluate } from "#kernel/logic/logic.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { Timer, Trigger } from "../definition/flow.labels.ts";

const minuteMs = 60_000;

/** The agency's days and its zone. */
export type AgencyTime = { calendar: WorkCalendar; opens: string; timeZone: string };

/**
 * When a timer ends (milliseconds) that began at `now`: behind so many minutes; so many business days
 * later at the same time of day; or when the agency opens on a day so many days before or behind one
 * of the record. Null where the record has no such day.
 */
export const timerEnd = (
  timer: Timer,
  now: number,
  facts: Readonly<Record<string, unknown>>,
  { calendar, opens, timeZone }: AgencyTime,
): number | null => {
  const opening = (day: string) => instantIn(`${day}T${opens}`, timeZone);
  if (timer.by === "duration") return now + timer.minutes * minuteMs;
  if (timer.by === "business") {
    const at = new Date(now).toISOString();
    const today = dateIn(at, timeZone);
    const ends = businessDays(calendar, today, timer.days);
    const then = wallClock(at, timeZone).replace(today, ends);
    return instantIn(then, timeZone) + (now % minuteMs);
  }
  const day = evaluate({ var: timer.field }, facts);
  if (typeof day !== "string" || !isDate(day)) return null;
  return opening(
    timer.business && timer.days > 0
      ? businessDays(calendar, day, timer.days)
      : dayAfter(day, timer.days),
  );
};

/** Until when somebody should have answered who has so many business days from `now`. */
export const answerBy = (days: number, now: number, { calendar, timeZone }: AgencyTime): Instant =>
  new Date(
    endOfBusinessDays(calendar, dateIn(new Date(now).toISOString(), timeZone), days, timeZone),
  ).toISOString();

const lastDayOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();

const falls = (trigger: Extract<Trigger, { on: "schedule" }>, day: string): boolean => {
  if (trigger.every === "day") return true;
  if (trigger.every === "week") return new Date(`${day}T00:00:00Z`).getUTCDay() === trigger.weekday;
  // A month without that day has its last one.
  return Number(day.slice(8)) === Math.min(trigger.day, lastDayOf(day.slice(0, 7)));
};

/**
 * The newest moment of a schedule up to `now` (milliseconds) and behind `since`, as
 * YYYY-MM-DDTHH:MM of the agency; null where none has come. Those missed before it are not made up.
 */
export const slotUpTo = (
  trigger: Extract<Trigger, { on: "schedule" }>,
  since: number,
  now: number,
  timeZone: string,
): string | null => {
  const today = dateIn(new Date(now).toISOString(), timeZone);
  for (let back = 0; back <= 31; back++) {
    const day = dayAfter(today, -back);
    const slot = `${day}T${trigger.at}`;
    if (!falls(trigger, day)) continue;
    const at = instantIn(slot, timeZone);
    if (at <= now) return at > since ? slot : null;
  }
  return null;
};
