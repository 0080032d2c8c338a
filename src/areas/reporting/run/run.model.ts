import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { answered, questionInput } from "../figure/figure.model.ts";

/** What is kept: a report, a ready report, or a question of the builder. */
export const keepInput = z
  .strictObject({
    name: z.string().trim().min(3, "Name it in a few words").max(120, "At most 120 characters"),
    question: questionInput,
    reportId: z.uuid().nullable().default(null),
    ready: z.string().max(80).nullable().default(null),
  })
  .refine((input) => !(input.reportId && input.ready), "Keep a report, or a ready one.");
export type KeepInput = z.output<typeof keepInput>;

export const keptRunRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.literal("kept"),
    name: z.string(),
    finding: z.string(),
    ready: z.string().nullable(),
    reportId: z.string().nullable(),
    sha256: z.string(),
    shared: z.boolean(),
    keptBy: z.string().nullable(),
    keptAt: instantField,
    version: z.number(),
  })
  .meta({ id: "KeptRun" });
export type KeptRunRow = z.output<typeof keptRunRow>;

/** What is hashed: the question, the moment, and what was answered, as one JSON text. */
export const keptResult = z.object({
  question: questionInput,
  moment: instantField,
  answer: answered,
});
export type KeptResult = z.output<typeof keptResult>;

export const keptRunRecord = keptRunRow
  .extend({
    question: questionInput,
    reportVersion: z.number().nullable(),
    /** The JSON text whose SHA-256 stands beside it. */
    result: z.string(),
    answer: answered,
    actions: z.array(offeredAction),
  })
  .meta({ id: "KeptRunRecord" });
export type KeptRunRecord = z.output<typeof keptRunRecord>;
