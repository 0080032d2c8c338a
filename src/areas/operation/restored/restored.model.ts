import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const questionRow = z.object({
  id: z.string(),
  kind: z.string(),
  /** What it is one of: "Members". */
  label: z.string(),
  name: z.string(),
  /** What was recorded after the backup, by whom and when; null where nothing tells. */
  told: z.string().nullable(),
  toldBy: z.string().nullable(),
  toldAt: instantField.nullable(),
  /** What was told of it is for good: it can only be kept closed, and made anew as this says. */
  final: z.string().nullable(),
  /** It is about whoever reads it: somebody else answers. */
  own: z.boolean(),
  answer: z.enum(["opened", "kept"]).nullable(),
  reason: z.string(),
  answeredAt: instantField.nullable(),
  answeredBy: z.string().nullable(),
});
export type QuestionRow = z.infer<typeof questionRow>;

/** What the last restore closed in this agency, what it knew, and what became of it. */
export const restoreReportRow = z
  .object({
    report: z
      .object({
        madeAt: instantField,
        restoredAt: instantField,
        /** What told of the time after the backup. */
        evidence: z.enum(["none", "checkpoint", "bundle"]),
        toldUntil: instantField.nullable(),
        /** Entries of the audit record that did not come back, as far as that tells. */
        lost: z.number(),
      })
      .nullable(),
    /** How many wait for an answer; the list shows the first of them. */
    waiting: z.number(),
    items: z.array(questionRow),
  })
  .meta({ id: "RestoreReport" });
export type RestoreReport = z.infer<typeof restoreReportRow>;

export const restoreAnswer = z.object({
  ids: z
    .array(z.uuid("Invalid UUID format"))
    .min(1, "Choose at least one")
    .max(500, "At most 500 at once"),
  answer: z.enum(["opened", "kept"]),
  reason: z.string().trim().max(500, "Reason must be at most 500 characters").default(""),
});
