import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { questionedStatuses, type QuestionedStatus } from "./questioned.labels.ts";

export const decisionInput = z.object({
  disallowed: z.number("Enter what is not allowed; 0 where all of it is.").int().min(0).max(9e14),
  decision: z
    .string()
    .trim()
    .min(20, "Give the reason of the decision, in at least 20 characters.")
    .max(4000),
});
export const recoveryInput = z.object({
  recoveredOn: z.iso.date("Enter the day on which the money came back."),
  recovery: z
    .string()
    .trim()
    .min(3, "Say how it came back: the deposit, or the request that was cut.")
    .max(400),
});
export const questionedCost = z.object({
  id: z.string(),
  costId: z.string(),
  cents: z.number(),
  reason: z.string(),
  status: z.enum(names<QuestionedStatus>(questionedStatuses)),
  disallowed: z.number(),
  decision: z.string(),
  decidedOn: dayField.nullable(),
  recoveredOn: dayField.nullable(),
});
export type QuestionedCost = z.output<typeof questionedCost>;
