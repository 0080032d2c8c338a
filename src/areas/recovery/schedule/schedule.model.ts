import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { day } from "#kernel/time.ts";
import { dayField } from "#kernel/time-fields.ts";
import { employments, type Employment } from "./schedule.labels.ts";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write it as 07:00.");
const shift = z.object({
  weekday: z.number().int().min(1, "Choose a day of the week.").max(7),
  from: clock,
  to: clock,
  breakMinutes: z.number().int().min(0).max(240, "A break is at most four hours.").default(0),
});
export const scheduleInput = z.object({
  personId: z.uuid("Choose a person."),
  fromDay: z.iso.date("Enter the day from which it holds.").transform(day),
  toDay: z.iso
    .date("Enter the last day.")
    .nullish()
    .transform((d) => (d ? day(d) : null)),
  employment: z.enum(names<Employment>(employments)),
  replacesId: z
    .uuid("Choose whom they stand in for.")
    .nullish()
    .transform((id) => id ?? null),
  shifts: z.array(shift).max(21),
  source: z.string().trim().min(3, "Say where it comes from: roster, contract.").max(300),
});
export type ScheduleInput = z.output<typeof scheduleInput>;

export const scheduleRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    employee: z.string(),
    person: z.string(),
    fromDay: dayField,
    toDay: dayField.nullable(),
    employment: z.enum(names<Employment>(employments)),
    replaces: z.string().nullable(),
    replacesEmployee: z.string().nullable(),
    days: z.string().nullable(),
    hours: z.string().nullable(),
    breakMinutes: z.number().nullable(),
    shifts: z.array(
      z.object({
        weekday: z.number(),
        from: z.string(),
        to: z.string(),
        breakMinutes: z.number(),
      }),
    ),
    source: z.string(),
  })
  .meta({ id: "PaWorkSchedule" });
export type ScheduleRow = z.output<typeof scheduleRow>;
