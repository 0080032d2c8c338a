import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { sessionStatuses } from "./session.labels.ts";

export const sessionInput = z.strictObject({
  courseId: z.uuid("Choose a course."),
  place: z.string().trim().min(2, "Say where.").max(200),
  startsAt: instantInput("Say when it begins."),
  minutes: z.number().int().min(15, "At least 15 minutes.").max(1440),
  seats: z.number().int().min(1, "At least one seat.").max(1000),
  teacher: z.string().trim().max(120).default(""),
});
export type SessionInput = z.output<typeof sessionInput>;

export const attendanceInput = z.strictObject({ attended: z.array(z.uuid()).max(1000) });

export const sessionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    code: z.string(),
    place: z.string(),
    startsAt: instantField,
    minutes: z.number(),
    seats: z.number(),
    taken: z.number(),
    joined: z.boolean(),
    status: z.enum(names(sessionStatuses)),
    version: z.number(),
  })
  .meta({ id: "TrainingSession" });
export type SessionRow = z.output<typeof sessionRow>;

export const sessionDetail = sessionRow
  .extend({
    teacher: z.string(),
    statusReason: z.string(),
    people: z.array(
      z.object({ id: z.string(), name: z.string(), attended: z.boolean().nullable() }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "TrainingSessionDetail" });
export type SessionDetail = z.output<typeof sessionDetail>;
