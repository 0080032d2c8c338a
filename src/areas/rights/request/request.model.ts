import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    personId: z.string(),
    personName: z.string(),
    duty: z.enum(duties),
    until: instantField,
    reason: z.string(),
    status: z.enum(["asked", "given", "declined", "withdrawn"]),
    answer: z.string(),
    createdAt: instantField,
    mine: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "AccessRequest" });
export type RequestRow = z.infer<typeof requestRow>;

/** The fields of a request for a duty. */
export const accessRequestFields = {
  duty: z.enum(duties, "Choose a duty."),
  until: heldAs("endOfDay", instantInput("Enter a day")),
  reason: z
    .string()
    .trim()
    .min(3, "Say what for.")
    .max(500, "Reason must be at most 500 characters"),
};
export const requestInput = z.object(accessRequestFields);
