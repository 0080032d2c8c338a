import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const timesheetInput = z.object({
  declarationId: z.uuid("Choose a declaration."),
  fileId: z.uuid("Upload the timesheet first."),
  /** When a day begins of which the file says hours only. */
  beginsAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write it as 07:00.")
    .default("07:00"),
});
const refusal = z.object({ line: z.number(), who: z.string(), why: z.string() });
export const timesheetResult = z.object({
  id: z.string(),
  name: z.string(),
  layout: z.enum(["days", "form"]),
  rowsRead: z.number(),
  rowsTaken: z.number(),
  rowsKnown: z.number(),
  minutesRead: z.number(),
  minutesTaken: z.number(),
  refused: z.array(refusal),
  /** Rows that were taken, and of which something must be answered before they count. */
  asked: z.array(refusal),
  createdAt: instantField,
});
export type TimesheetResult = z.output<typeof timesheetResult>;
