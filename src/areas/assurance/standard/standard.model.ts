import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { tieKinds } from "./standard.labels.ts";

export const takeInput = z.strictObject({
  name: z.string().trim().min(3, "Name the standard.").max(200),
  edition: z.string().trim().min(1, "Enter the edition.").max(120),
  source: z.string().trim().max(400).default(""),
  format: z.enum(["oscal", "csv"], "Choose what kind of file it is."),
  content: z.string().min(2, "Choose the file.").max(12_000_000, "The file is too large."),
});
export type TakeInput = z.output<typeof takeInput>;
export const shippedInput = z.strictObject({
  key: z.enum(["green-book", "uniform-guidance-d"], "Choose the standard."),
});
export const tieInput = z.strictObject({
  kind: z.enum(names(tieKinds), "Choose what proves it."),
  targetId: z.uuid("Choose what proves it."),
});
export type TieInput = z.output<typeof tieInput>;

const report = z.object({
  groups: z.number(),
  clauses: z.number(),
  withdrawn: z.number(),
  unknown: z.array(z.string()),
});
/** What came in with a file, and by name what of it was not understood. */
export type StandardReport = z.output<typeof report>;
export const takenAnswer = z.object({ id: z.string(), report });

export const standardRow = z.object({
  id: z.string(),
  name: z.string(),
  edition: z.string(),
  source: z.string(),
  takenAt: instantField,
  report,
  /** Clauses that can be assessed, and those of them that nothing is tied to. */
  assessable: z.number(),
  bare: z.number(),
});
export type StandardRow = z.output<typeof standardRow>;

export const clauseRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  kind: z.enum(["group", "clause"]),
  number: z.string(),
  title: z.string(),
  withdrawn: z.boolean(),
  ties: z.number(),
});
export type ClauseRow = z.output<typeof clauseRow>;

const proof = z.object({
  id: z.string(),
  kind: z.enum(names(tieKinds)),
  name: z.string(),
  href: z.string(),
  /** When it last proved something; null where it never did. */
  at: instantField.nullable(),
  said: z.string(),
});
export type Proof = z.output<typeof proof>;

export const clauseDetail = clauseRow
  .extend({
    text: z.string(),
    class: z.string(),
    guidance: z.string(),
    examples: z.array(z.string()),
    methods: z.string(),
    proofs: z.array(proof),
  })
  .meta({ id: "StandardClause" });
export type ClauseDetail = z.output<typeof clauseDetail>;

/** What a clause may be tied to. */
export const tieChoices = z.object({
  items: z.array(z.object({ kind: z.enum(names(tieKinds)), id: z.string(), name: z.string() })),
});
