import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** What an agency used on a day: active members, bytes of distinct stored files, calls that were answered. */
export const dayOfUse = z.object({
  countedOn: dayField,
  people: z.number(),
  storageBytes: z.number(),
  calls: z.number(),
});
export type DayOfUse = z.output<typeof dayOfUse>;
