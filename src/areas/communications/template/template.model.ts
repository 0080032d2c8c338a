import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { templateKinds } from "./template.labels.ts";

/** What an agency writes of a template. */
export const templateInput = z.object({
  name: z.string().trim().min(1, "Enter a name.").max(120),
  kind: z.enum(names(templateKinds)).default("letter"),
  noun: z.string().max(60).default(""),
  subject: z.string().trim().min(1, "Enter a subject.").max(200),
  body: z.string().trim().min(1, "Write the text.").max(50_000),
});
export type TemplateInput = z.output<typeof templateInput>;

export const templateRow = templateInput
  .extend({
    kind: templateInput.shape.kind.removeDefault(),
    noun: templateInput.shape.noun.removeDefault(),
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "LetterTemplate" });
export type TemplateVersion = z.output<typeof templateRow>;

export const mergeField = z.object({ name: z.string(), label: z.string() });

/** A text to look at, with the values of a record. */
export const previewInput = z.object({
  noun: z.string().max(60).default(""),
  objectId: z.uuid("Choose a record.").nullish(),
  subject: z.string().max(200),
  body: z.string().max(50_000),
});
export const previewAnswer = z.object({
  subject: z.string(),
  /** Markdown with the values in it. */
  text: z.string(),
  trouble: z.array(z.object({ line: z.number(), sentence: z.string() })),
});
export type PreviewAnswer = z.output<typeof previewAnswer>;
