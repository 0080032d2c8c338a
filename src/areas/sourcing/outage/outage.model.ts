import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const reason = z
  .string()
  .trim()
  .min(10, "Say in a sentence why. Bidders and followers read it.")
  .max(2000);
export const extendInput = z.object({
  dueAt: z.iso.datetime({ offset: true, error: "Enter day and time." }),
  reason,
});
export const openAnywayInput = z.object({ reason });

/** Why an opening waits for a decision; null in a solicitation's opening where nothing does. */
export const outageRow = z.object({
  dueAt: instantField,
  awayFrom: instantField,
  awayUntil: instantField,
  minutes: z.number(),
});
export type OutageRow = z.output<typeof outageRow>;
