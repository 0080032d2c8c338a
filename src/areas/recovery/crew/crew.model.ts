import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const crewHour = z.object({
  id: z.string(),
  kind: z.enum(["labor", "equipment"]),
  person: z.string(),
  unit: z.string().nullable(),
  laborClass: z.string().nullable(),
  workedOn: dayField,
  fromAt: instantField,
  toAt: instantField,
  minutes: z.number(),
  pay: z.enum(["regular", "overtime", "premium", "leave"]),
  activity: z.string(),
});
/** A week of one person that waits for its department's head. */
export const crewWeek = z.object({
  personId: z.string(),
  person: z.string(),
  week: dayField,
  hours: z.array(crewHour),
  /** Why the actor cannot confirm it; null where they can. */
  why: z.string().nullable(),
});
export type CrewWeek = z.output<typeof crewWeek>;
export const confirmInput = z.object({
  hourIds: z.array(z.uuid()).min(1, "Choose hours.").max(2_000),
});
