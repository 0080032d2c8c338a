import { z } from "zod";
import { dayOff, type Closure, type WorkCalendar } from "#kernel/business-days.ts";
import { dayAfter, federalHolidays } from "#kernel/holidays.ts";
import { dayField } from "#kernel/time-fields.ts";
import { day as asDay, type Day } from "#kernel/time.ts";

const day = z.iso.date("Enter a date such as 2026-12-24.");
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day such as 08:00.");

export const calendarInput = z
  .object({
    weekdays: z
      .array(z.number().int().min(0).max(6))
      .min(1, "Choose at least one working day.")
      .max(7)
      .transform((days) => [...new Set(days)].sort()),
    opens: time,
    closes: time,
    federalHolidays: z.boolean(),
  })
  .refine((input) => input.closes > input.opens, {
    path: ["closes"],
    message: "The day closes after it opens.",
  });
export type CalendarInput = z.output<typeof calendarInput>;

/** The fields of days on which the agency is closed, or open although it would not be. */
export const closureFields = {
  firstDay: day,
  lastDay: day,
  name: z.string().trim().min(1, "Say why.").max(120),
  open: z.boolean().default(false),
};
export const closureInput = z
  .object(closureFields)
  .refine((input) => input.lastDay >= input.firstDay, {
    path: ["lastDay"],
    message: "The last day is not before the first.",
  })
  .refine((input) => input.lastDay < dayAfter(input.firstDay, 366), {
    path: ["lastDay"],
    message: "A closure lasts at most a year.",
  });
export type ClosureInput = z.output<typeof closureInput>;

const closureRow = z.object({
  id: z.string(),
  firstDay: dayField,
  lastDay: dayField,
  name: z.string(),
  open: z.boolean(),
  imported: z.boolean(),
});
export type ClosureRow = z.output<typeof closureRow>;

const offRow = z.object({
  day: dayField,
  name: z.string(),
  /** The holiday's own day where it is kept on another one. */
  of: dayField.nullable(),
});

export const calendarAnswer = z
  .object({
    weekdays: z.array(z.number()),
    opens: z.string(),
    closes: z.string(),
    federalHolidays: z.boolean(),
    version: z.number(),
    year: z.number(),
    /** Holidays and closures of the year, but for plain days of the week. */
    off: z.array(offRow),
    closures: z.array(closureRow),
    workdays: z.number(),
    canEdit: z.boolean(),
  })
  .meta({ id: "AgencyCalendar" });
export type CalendarAnswer = z.output<typeof calendarAnswer>;

/** What an agency stored of its calendar. */
export type StoredCalendar = Omit<WorkCalendar, "closures"> & {
  opens: string;
  closes: string;
  version: number;
  closures: readonly (Closure & { id: string; imported: boolean })[];
};

/** Days off of a year with their names, and how many working days are left. */
export const yearOf = (
  calendar: WorkCalendar,
  year: number,
): Pick<CalendarAnswer, "off" | "workdays"> => {
  const holidays = [...federalHolidays(year), ...federalHolidays(year + 1)];
  const off: CalendarAnswer["off"] = [];
  let workdays = 0;
  for (let at: Day = asDay(`${year}-01-01`); at <= `${year}-12-31`; at = dayAfter(at, 1)) {
    const why = dayOff(calendar, at);
    if (why === null) workdays++;
    else if (!why.startsWith("Not a working day")) {
      const holiday = holidays.find((each) => each.observed === at && each.name === why);
      off.push({ day: at, name: why, of: holiday && holiday.day !== at ? holiday.day : null });
    }
  }
  return { off, workdays };
};
