import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { destinationInput } from "../delivery/delivery.model.ts";
import { audiences, columnKinds, fieldKinds, fileLimits, fileTypes } from "./form.labels.ts";

/** Names of what every object has already cannot be names of questions. */
const keyRule = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, "Begin with a small letter; letters and digits, 40 at most.")
  .refine((key) => !(key in {}) && key !== "me", "This name is taken. Choose another one.");
const label = z.string().trim().min(1, "Say what is asked.").max(300);
const help = z.string().trim().max(1000).default("");
const bound = z.number().min(-1e15).max(1e15).nullable().default(null);

/** A rule of JSON Logic; what it may say is a check of the form. */
const logic = z.json().nullable().default(null);

const field = z.strictObject({
  key: keyRule,
  kind: z.enum(names(fieldKinds), "Choose a kind."),
  label,
  help,
  /** Versions that were stored before there was one have none. */
  law: z.string().trim().max(500).optional(),
  /** How many files a question takes, how large each, and which kinds. */
  files: z
    .strictObject({
      most: z.number().int().min(1).max(fileLimits.most),
      megabytes: z.number().int().min(1).max(fileLimits.megabytes),
      types: z.array(z.enum(names(fileTypes))).max(10),
    })
    .optional(),
  required: z.boolean().default(false),
  options: z
    .array(z.strictObject({ value: z.string().trim().min(1).max(80), label: label.max(200) }))
    .max(200)
    .default([]),
  columns: z
    .array(
      z.strictObject({
        key: keyRule,
        label: z.string().trim().min(1, "Enter the heading of the column.").max(120),
        kind: z.enum(names(columnKinds), "Choose a kind."),
        required: z.boolean().default(false),
        /** What a column of the kind choice offers. */
        options: z.array(z.string().trim().min(1).max(200)).max(100).optional(),
      }),
    )
    .max(20)
    .default([]),
  pattern: z.string().max(200).default(""),
  least: bound,
  most: bound,
  show: logic,
  require: logic,
  compute: logic,
  prefill: logic,
  /** A rule that an answer must keep, and what whoever breaks it is told. */
  valid: z.json().nullable().optional(),
  validSays: z.string().trim().max(300).optional(),
});
const section = z.strictObject({
  title: z.string().trim().max(200).default(""),
  help,
  fields: z.array(field),
});
const page = z.strictObject({
  title: z.string().trim().min(1, "Name the page.").max(200),
  sections: z.array(section).max(100),
});

/** The most questions that a form has, columns of tables among them. */
export const mostFields = 2000;
const sizeOf = (pages: readonly z.output<typeof page>[]): number =>
  pages
    .flatMap((each) => each.sections.flatMap((part) => part.fields))
    .reduce((sum, each) => sum + 1 + each.columns.length, 0);

/** What an agency writes of a form. */
export const formInput = z.object({
  name: z.string().trim().min(1, "Name the form.").max(120),
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters, digits and single hyphens.")
    .max(60),
  about: z.string().trim().max(2000).default(""),
  audience: z.enum(names(audiences), "Say who fills it in.").default("staff"),
  keepYears: z.number().int().min(1).max(100).default(7),
  pages: z
    .array(page)
    .max(50)
    .default([])
    .refine((pages) => sizeOf(pages) <= mostFields, `A form has ${mostFields} questions at most.`),
  /** Where a submission goes once it is approved. */
  destinations: z.array(destinationInput).max(10, "10 destinations at most.").default([]),
});
export type FormInput = z.output<typeof formInput>;

export const formRow = z
  .object({
    ...formInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "FormDefinition" });
export type FormVersion = z.output<typeof formRow>;

/** A form that can be filled in, as lists name it. */
export const formOffer = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    orgId: z.string(),
    name: z.string(),
    slug: z.string(),
    about: z.string(),
    agency: z.string(),
  })
  .meta({ id: "FormToFill" });
export type FormOffer = z.output<typeof formOffer>;

/** The agency's day, and the days on which it works: what rules with days go by. */
export const timesShape = z.object({
  today: dayField,
  calendar: z.object({
    weekdays: z.array(z.number().int()),
    federalHolidays: z.boolean(),
    closures: z.array(
      z.object({ firstDay: dayField, lastDay: dayField, name: z.string(), open: z.boolean() }),
    ),
  }),
});

/** A form with its questions and what is known of the filler. */
export const formSheet = z
  .object({
    times: timesShape,
    id: z.string(),
    name: z.string(),
    about: z.string(),
    agency: z.string(),
    pages: formInput.shape.pages.removeDefault(),
    prefilled: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "FormSheet" });
export type FormSheet = z.output<typeof formSheet>;

/** Answers as typed, by question; the form's own rules judge them. */
export const answersInput = z
  .record(z.string().max(60), z.json())
  .refine((answers) => Object.keys(answers).length <= mostFields, "Too many answers.");
export type Answers = Record<string, unknown>;

export const actionsShape = z.array(offeredAction);
