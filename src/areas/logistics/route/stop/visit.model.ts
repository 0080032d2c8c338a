import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { stopStatuses } from "./stop.labels.ts";

/** When a released route comes to a record; `arrival` in minutes since midnight of its day. */
export const visitShown = z.object({
  planId: z.string(),
  number: z.string(),
  onDay: dayField,
  vehicle: z.string(),
  driver: z.string(),
  place: z.number(),
  arrival: z.number(),
  status: z.enum(names(stopStatuses)),
});
export type VisitShown = z.output<typeof visitShown>;
