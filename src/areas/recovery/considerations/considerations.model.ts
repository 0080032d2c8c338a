import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { bases, ehpAnswers, ehpQuestions, statements } from "./considerations.labels.ts";

const answer = z.object({
  answer: z.enum(names(ehpAnswers), "Choose the answer."),
  detail: z.string().trim().max(2000).default(""),
});
const measure = z
  .object({
    description: z.string().trim().min(3, "Say what is done.").max(300),
    cents: z.number("Enter what it costs.").int().positive().max(9e13),
    basis: z.enum(names(bases), "Choose by what it is cost-effective."),
    ratio: z.number().int().min(0).max(100_000).nullable().default(null),
  })
  .refine((m) => m.basis !== "analysis" || m.ratio !== null, {
    path: ["ratio"],
    message: "Enter the ratio of the analysis.",
  });

export const considerationsInput = z.object({
  ehpAnswers: z.partialRecord(z.enum(names(ehpQuestions)), answer),
  mitigationStatement: z.enum(names(statements), "Choose how it stands.").nullable(),
  mitigationMeasures: z.array(measure).max(50),
});
export type ConsiderationsInput = z.output<typeof considerationsInput>;
