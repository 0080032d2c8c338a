import { z } from "zod";
import { recordSources } from "./finding.labels.ts";
import type { Questioned } from "./finding.model.ts";

export const takenQuery = z.strictObject({
  source: z.enum(recordSources, "Choose where it comes from."),
  sourceId: z.uuid("Choose the record."),
});

const amount = z.number().int().min(0);

/** What a record already says of a finding; cause, effect and recommendation are the auditor's to write. */
export const takenDraft = z
  .object({
    source: z.enum(recordSources),
    sourceId: z.string(),
    sourceNumber: z.string(),
    title: z.string(),
    criteria: z.string(),
    condition: z.string(),
    questioned: z.array(z.object({ award: z.string(), known: amount, likely: amount })),
    firstYear: z.number(),
    responderId: z.string().nullable(),
    responderName: z.string().nullable(),
    /** The finding that was taken over from it before. */
    finding: z.object({ id: z.string(), number: z.string() }).nullable(),
  })
  .meta({ id: "TakenFinding" });
export type TakenDraft = z.output<typeof takenDraft>;

/** What a source tells of one of its records. */
export type Taken = {
  number: string;
  title: string;
  criteria: string;
  condition: string;
  questioned: Questioned[];
  /** The day on which it was found, which gives the fiscal year. */
  foundOn: string;
  responderId: string | null;
  /** What the finding is made from, so that both show each other. */
  from: { type: string; id: string };
};
