import { z } from "zod";
import type { PublishCheck } from "#kernel/definition.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
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
import { fieldValues, signPlaces } from "./layout.labels.ts";

const layoutField = z.object({
  record: z.enum(names(records)),
  name: z.string().trim().min(1, "Name the field.").max(60),
  value: z.enum(names(fieldValues)),
  /** A constant as it stands, or the letters of both sides with a bar between: "D/C". */
  text: z.string().max(200).default(""),
  /** Characters that it takes; 0 for as many as it has, in a delimited layout only. */
  width: z.number().int().min(0).max(500).default(0),
  /** On which side the value stands; the other one is filled. */
  stands: z.enum(names(sides)).default("left"),
  fill: z.string().max(1).default(" "),
  amount: z.enum(names(amountStyles)).default("point"),
  sign: z.enum(names(signPlaces)).default("before"),
  date: z.enum(names(datePatterns)).default("YYYY-MM-DD"),
});
export type LayoutField = z.output<typeof layoutField>;

export const layoutInput = z.object({
  name: z.string().trim().min(1, "Name the layout.").max(120),
  form: z.enum(names(layoutForms)),
  separator: z.enum(names(separators)).default("comma"),
  quoting: z.enum(names(quotings)).default("needed"),
  lineEnd: z.enum(names(lineEnds)).default("crlf"),
  characters: z.enum(names(characterSets)).default("ascii"),
  /** The first line names the fields of the lines. */
  headings: z.boolean().default(false),
  fields: z.array(layoutField).min(1, "Name the fields of a line.").max(200),
});
export type Layout = z.output<typeof layoutInput>;

const letters = (field: LayoutField): readonly string[] => field.text.split("/");

const widthFault = ({ form, fields }: Layout): string | null => {
  const open = fields.find((f) => form === "fixed" && f.width === 0);
  if (open) return `${open.name} has no width.`;
  const long = fields.find((f) => f.value === "constant" && f.width > 0 && f.text.length > f.width);
  return long ? `The constant of ${long.name} is longer than its width.` : null;
};

const lettersFault = ({ fields }: Layout): string | null => {
  const bad = fields.find((f) => {
    const [debit = "", credit = ""] = letters(f);
    return f.value === "side" && (debit === "" || credit === "" || debit === credit);
  });
  return bad ? `${bad.name} does not name two letters with a bar between them, as D/C.` : null;
};

const totalsFault = ({ fields }: Layout): string | null => {
  const of = (record: string, value: string) =>
    fields.some((f) => f.record === record && f.value === value);
  const record = (["header", "trailer"] as const).find((r) => of(r, "debits") !== of(r, "credits"));
  return record
    ? `What stands ${records[record].toLowerCase()} totals one side only: name debits and credits.`
    : null;
};

const strangeFault = ({ fields }: Layout): string | null => {
  const strange = fields.find((f) => f.record !== "line" && fieldValues[f.value].of === "line");
  return strange
    ? `${strange.name} is of a line and stands ${records[strange.record].toLowerCase()}.`
    : null;
};

/**
 * What must hold before a layout is published: an amount, fund and account of each line, a width for
 * every field of a fixed layout, totals of both sides, letters for both sides.
 */
export const layoutChecks = (layout: Layout): PublishCheck[] => {
  const has = (value: string) =>
    layout.fields.some((f) => f.record === "line" && f.value === value);
  const amount =
    has("signed") || (has("debit") && has("credit")) || (has("unsigned") && has("side"));
  const faults = [
    [strangeFault(layout), "Fields of a line stand in lines."],
    [widthFault(layout), "Every field has its width."],
    [lettersFault(layout), "Both sides have letters of their own."],
    [totalsFault(layout), "Totals name both sides."],
  ] as const;
  return [
    {
      sentence:
        "A line has its amount: signed, debit and credit, or without a sign beside its side.",
      ok: amount,
      path: "fields",
    },
    {
      sentence: "A line names its fund and its account.",
      ok: has("fund") && (has("account") || has("string")),
      path: "fields",
    },
    ...faults.map(([fault, holds]) => ({ sentence: fault ?? holds, ok: !fault, path: "fields" })),
  ];
};

export const layoutRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
    ...layoutInput.shape,
  })
  .meta({ id: "FinanceSystemLayout" });
export type LayoutRow = z.output<typeof layoutRow>;

/** How a file would look: its first lines, and what could not be written. */
export const layoutTry = z.object({
  text: z.string(),
  lines: z.number(),
  faults: z.array(z.string()),
});
export type LayoutTry = z.output<typeof layoutTry>;
