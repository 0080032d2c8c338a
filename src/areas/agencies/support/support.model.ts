import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** Hours for which an administrator lets support in: eight at most. */
export const supportInput = z.object({
  operatorId: z.uuid("Choose somebody who runs the installation."),
  reason: z
    .string()
    .trim()
    .min(10, "Say in ten characters or more what support should look at.")
    .max(2000, "At most 2,000 characters"),
  areas: z.array(z.string().max(40)).min(1, "Choose an area at least.").max(60),
  hours: z.number().int("Whole hours").min(1, "An hour at least").max(8, "Eight hours at most"),
});
export type SupportInput = z.output<typeof supportInput>;

/** Support that was let in; `open` while it lasts. */
export const supportRow = z
  .object({
    id: z.string(),
    operatorId: z.string(),
    operatorName: z.string(),
    reason: z.string(),
    areas: z.array(z.string()),
    openedByName: z.string(),
    openedAt: instantField,
    endsAt: instantField,
    endedAt: instantField.nullable(),
    reads: z.number(),
    lastReadAt: instantField.nullable(),
    version: z.number(),
    open: z.boolean(),
  })
  .meta({ id: "SupportAccess" });
export type SupportRow = z.output<typeof supportRow>;
