import { z } from "zod";
import { addDays, daysBetween, isDate, leadingDay, type Day } from "#kernel/time.ts";
import { firstDay, lastDay, minuteOf, type Minute } from "./worktime.model.ts";

declare const kind: unique symbol;
/** A moment of the agency's wall clock, `YYYY-MM-DDTHH:MM`, without a zone. */
export type Moment = string & { readonly [kind]: "moment" };

const dayMinutes = 1440;
const two = (n: number): string => String(n).padStart(2, "0");

/** The day in which a minute lies. */
export const dayOf = (at: Minute): Day => addDays(firstDay, Math.floor(at / dayMinutes));

/** The last day of work that ends at a minute: midnight ends the day before. */
export const lastDayOf = (at: Minute): Day => dayOf(Math.max(at - 1, 0));

/** A minute of the engine as a moment of the wall clock. */
export const momentOf = (at: Minute): Moment => {
  const clock = at - Math.floor(at / dayMinutes) * dayMinutes;
  return `${dayOf(at)}T${two(Math.floor(clock / 60))}:${two(clock % 60)}` as Moment;
};

/** A moment of the wall clock as a minute of the engine. */
export const minuteAt = (at: Moment): Minute =>
  minuteOf(leadingDay(at)!) + Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16));

/** Whether the days from 1984 to 2083 hold a day. */
export const isKnownDay = (on: string): on is Day => isDate(on) && on >= firstDay && on <= lastDay;

const form = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
const within = "Enter a day from 1984 to 2083.";

/** A moment in an answer. */
export const momentField = z.string() as unknown as z.ZodType<Moment, string>;

/** A moment that somebody types. */
export const momentInput = z
  .string()
  .regex(form, "Enter a day and an hour, such as 2027-04-01T08:00.")
  .refine((at) => isKnownDay(leadingDay(at) ?? ""), within) as unknown as z.ZodType<Moment, string>;

/** A day of a schedule that somebody types. */
export const scheduleDay = z.string().refine(isKnownDay, within) as unknown as z.ZodType<
  Day,
  string
>;

/** Days by which a finish lies behind another; below zero before it. */
export const daysBehind = (at: Minute, than: Minute): number =>
  daysBetween(lastDayOf(than), lastDayOf(at));
