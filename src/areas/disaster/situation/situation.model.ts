import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { lifelines, lifelineStates, type Lifeline, type LifelineState } from "./lifelines.ts";

const standing = z
  .object({
    lifeline: z.enum(names<Lifeline>(lifelines)),
    status: z.enum(names<LifelineState>(lifelineStates)),
    reason: z.string().trim().max(1000).default(""),
  })
  .superRefine((line, context) => {
    if (line.status === "stable" || line.reason.length > 2) return;
    context.addIssue({
      code: "custom",
      path: ["reason"],
      message: `${lifelines[line.lifeline]}: say why. Only what is stable stands without a reason.`,
    });
  });
export type Standing = z.output<typeof standing>;

export const situationInput = z.object({
  asOf: z.iso.datetime({ offset: true, message: "Say as of when." }),
  summary: z.string().trim().min(10, "Write the situation in a few sentences.").max(8000),
  lifelines: z
    .array(standing)
    .refine(
      (all) => new Set(all.map((one) => one.lifeline)).size === names(lifelines).length,
      "Say of each of the eight lifelines how it stands.",
    ),
});
export type SituationInput = z.output<typeof situationInput>;

export const situationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    asOf: instantField,
    summary: z.string(),
    lifelines: z.array(
      z.object({
        lifeline: z.enum(names<Lifeline>(lifelines)),
        status: z.enum(names<LifelineState>(lifelineStates)),
        reason: z.string(),
      }),
    ),
    preparedBy: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "SituationReport" });
export type Situation = z.output<typeof situationRow>;
