import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  alignments,
  paperFieldKinds,
  paperFormats,
  type PaperBasis,
  type PaperSource,
} from "./paper.labels.ts";

const points = z.number().min(-20_000).max(20_000);
const side = z.number().min(1, "Make the box larger.").max(20_000);
const box = z.strictObject({
  page: z.number().int().min(0).max(299),
  x: points,
  y: points,
  width: side,
  height: side,
});

const source: z.ZodType<PaperSource, PaperSource> = z.discriminatedUnion("from", [
  z.strictObject({
    from: z.literal("answer"),
    key: z.string().min(1, "Choose an answer.").max(60),
    column: z.string().max(60),
    row: z.number().int().min(0).max(500),
  }),
  z.strictObject({ from: z.literal("column"), key: z.string().min(1, "Choose a column.").max(80) }),
  z.strictObject({ from: z.literal("text"), text: z.string().max(2000) }),
]);

const place = z.strictObject({
  field: z.string().min(1).max(500).nullable().default(null),
  box: box.nullable().default(null),
  label: z.string().trim().max(300).default(""),
  kind: z.enum(["text", "check"]).default("text"),
  size: z.number().min(6, "6 points at least.").max(72).nullable().default(null),
  align: z.enum(names(alignments)).default("left"),
  source,
  format: z.enum(names(paperFormats)).default("shown"),
  equals: z.string().trim().max(200).default(""),
  options: z
    .array(z.strictObject({ value: z.string().max(200), option: z.string().max(200) }))
    .max(200)
    .default([]),
});

const basis: z.ZodType<PaperBasis, PaperBasis> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("form"), formId: z.uuid("Choose a form.") }),
  z.strictObject({ kind: z.literal("list"), path: z.string().min(1, "Choose a list.").max(200) }),
]);

/** What an agency writes of a PDF template. */
export const templateInput = z.object({
  name: z.string().trim().min(1, "Name the template.").max(120),
  paperId: z.uuid("Upload a PDF first."),
  basis,
  offered: z.boolean().default(false),
  places: z.array(place).max(5000, "A template has 5,000 places at most.").default([]),
});
export type TemplateInput = z.output<typeof templateInput>;

/** The same as a file for another agency: the PDF by its content, the form by its address. */
export const templateFile = z.object({
  name: templateInput.shape.name,
  pdf: z.string().regex(/^[0-9a-f]{64}$/, "The SHA-256 of the PDF."),
  form: z.string().max(60).nullable(),
  list: z.string().max(200).nullable(),
  offered: z.boolean().default(false),
  places: templateInput.shape.places,
});

export const templateRow = z
  .object({
    ...templateInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "PaperTemplate" });
export type PaperTemplate = z.output<typeof templateRow>;

const sheetShape = z
  .object({
    pages: z.array(z.object({ width: z.number(), height: z.number(), rotate: z.number() })),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        kind: z.enum(names(paperFieldKinds)),
        boxes: z.array(box.extend({ width: z.number(), height: z.number(), option: z.string() })),
        mostLetters: z.number().nullable(),
        options: z.array(z.string()),
        readOnly: z.boolean(),
        required: z.boolean(),
      }),
    ),
    hybrid: z.boolean(),
    usageRights: z.boolean(),
    scripts: z.boolean(),
  })
  .meta({ id: "PaperSheet" });

export const paperRow = z
  .object({
    id: z.string(),
    name: z.string(),
    sha256: z.string(),
    size: z.number(),
    sheet: sheetShape,
  })
  .meta({ id: "Paper" });
export type PaperRow = z.output<typeof paperRow>;

const named = z.object({ key: z.string(), label: z.string() });
const baseForm = z.object({
  formId: z.string(),
  name: z.string(),
  fields: z.array(
    named.extend({ kind: z.string(), columns: z.array(named), values: z.array(named) }),
  ),
});
const baseList = z.object({
  path: z.string(),
  name: z.string(),
  columns: z.array(named.extend({ values: z.array(named) })),
});
/** What a template can be filled from. */
export const basesShape = z.object({ forms: z.array(baseForm), lists: z.array(baseList) });
export type Bases = z.output<typeof basesShape>;

const reportShape = z.object({
  shrunk: z.array(z.object({ label: z.string(), size: z.number() })),
  continued: z.array(z.object({ label: z.string(), no: z.number() })),
  fonts: z.array(z.string()),
  empty: z.array(z.string()),
  pages: z.number(),
});

export const trial = z
  .object({
    record: z.string(),
    report: reportShape,
    /** The filled PDF as base64. */
    pdf: z.string(),
  })
  .meta({ id: "PaperTrial" });
export type Trial = z.output<typeof trial>;

/** Templates in force that a list offers, by the list's address. */
export const paperOffers = z.object({
  items: z.array(
    z.object({
      path: z.string(),
      templateId: z.string(),
      name: z.string(),
      formId: z.string().nullable(),
    }),
  ),
});
export type PaperOffers = z.output<typeof paperOffers>;

export const mostCopies = 500;
/** Many records into a template: those named, or what a list finds by the query of its address. */
export const runInput = z
  .strictObject({
    templateId: z.uuid("Choose a template."),
    path: z.string().max(200),
    form: z.enum(["zip", "one"]).default("zip"),
    ids: z.array(z.uuid("Not a record id.")).max(mostCopies, "500 records at most.").default([]),
    search: z.string().max(4000).nullable().default(null),
  })
  .refine((run) => run.ids.length > 0 || run.search !== null, {
    path: ["ids"],
    message: "Choose a record.",
  });
export type RunInput = z.output<typeof runInput>;

export const runRow = z
  .object({
    id: z.string(),
    title: z.string(),
    form: z.enum(["zip", "one"]),
    asked: z.number(),
    made: z.number(),
    refused: z.array(z.object({ number: z.string(), reason: z.string() })),
    ready: z.boolean(),
    ended: z.boolean(),
    createdAt: instantField,
  })
  .meta({ id: "PaperRun" });
export type PaperRun = z.output<typeof runRow>;
