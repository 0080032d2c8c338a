import { z } from "zod";
import type { PublishCheck } from "#kernel/definition.ts";
import {
  amountStyles,
  characterSets,
  datePatterns,
  layoutForms,
  lineEnds,
  quotings,
  records,
  separators,
  sides,
} from "#kernel/file-layout.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { positiveValues } from "./positive.labels.ts";

const field = z.strictObject({
  record: z.enum(names(records)),
  name: z.string().trim().min(1, "Name the field.").max(60),
  value: z.enum(names(positiveValues)),
  /** A constant as it stands, or the marks of issue and void with a bar between: "I/V", " /V". */
  text: z.string().max(200).default(""),
  /** Characters that it takes; 0 for as many as it has, in a delimited layout only. */
  width: z.number().int().min(0).max(500).default(0),
  /** Characters at which a text is cut in a delimited layout; 0 for none. */
  most: z.number().int().min(0).max(500).default(0),
  stands: z.enum(names(sides)).default("left"),
  fill: z.string().max(1).default(" "),
  amount: z.enum(names(amountStyles)).default("point"),
  date: z.enum(names(datePatterns)).default("MMDDYYYY"),
});
export type PositiveField = z.output<typeof field>;

/** How a bank takes checks that were issued and voided, as an administrator writes it. */
export const positiveLayoutInput = z.strictObject({
  name: z.string().trim().min(1, "Name the layout.").max(120),
  form: z.enum(names(layoutForms)),
  separator: z.enum(names(separators)).default("comma"),
  quoting: z.enum(names(quotings)).default("needed"),
  lineEnd: z.enum(names(lineEnds)).default("crlf"),
  characters: z.enum(names(characterSets)).default("ascii"),
  fields: z.array(field).min(1, "Name the fields of a check.").max(200),
});
export type PositiveLayout = z.output<typeof positiveLayoutInput>;

/** What must hold before a layout is published. */
export const positiveChecks = ({ form, fields }: PositiveLayout): PublishCheck[] => {
  const has = (value: string) =>
    fields.some((each) => each.record === "line" && each.value === value);
  const [issue = "", voided = ""] = (
    fields.find(({ value }) => value === "mark")?.text ?? ""
  ).split("/");
  return [
    [
      "A check has its number, its amount and its day.",
      has("check") && has("amount") && has("issuedOn"),
    ],
    [
      "Marks tell issue and void apart, with a bar between, as I/V.",
      has("mark") && issue !== voided,
    ],
    [
      "Every field of a fixed layout has its width.",
      form === "delimited" || fields.every(({ width }) => width > 0),
    ],
    [
      "Fields of a check stand in lines.",
      fields.every(({ record, value }) => record === "line" || positiveValues[value].of === "all"),
    ],
    [
      "Every constant fits its width.",
      fields.every(
        ({ value, width, text }) => value !== "constant" || width === 0 || text.length <= width,
      ),
    ],
  ].map(([sentence, ok]) => ({ sentence: sentence as string, ok: ok as boolean, path: "fields" }));
};

export const positiveLayoutRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
    ...positiveLayoutInput.shape,
  })
  .meta({ id: "PositivePayLayout" });
export type PositiveLayoutRow = z.output<typeof positiveLayoutRow>;

export const positiveTry = z.object({
  text: z.string(),
  checks: z.number(),
  faults: z.array(z.string()),
});
export type PositiveTry = z.output<typeof positiveTry>;
