import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names, options } from "#kernel/labels.ts";
import { blankField, type Asked, type FormField } from "#areas/forms/forms.public.ts";
import { checkAnswers, itemKinds, noRule, type ChecklistItem } from "./checklist.labels.ts";

const priorities = ["urgent", "high", "normal", "low"] as const;
const failRule = z.object({
  workOrder: z.enum(priorities).nullable().default(null),
  takeOut: z.boolean().default(false),
  photo: z.boolean().default(false),
});
const limit = z.number("Enter a number.").min(-1e9).max(1e9).nullable().default(null);

const item = z.object({
  key: z
    .string()
    .regex(
      /^[a-z][a-zA-Z0-9]{0,39}$/,
      "A key begins with a small letter and has letters and digits.",
    ),
  section: z.string().trim().max(120).default(""),
  label: z.string().trim().min(1, "Say what is looked at.").max(300),
  help: z.string().trim().max(500).default(""),
  kind: z.enum(names(itemKinds)).default("check"),
  required: z.boolean().default(true),
  unit: z.string().trim().max(30).default(""),
  least: limit,
  most: limit,
  options: z.array(z.string().trim().min(1).max(80)).max(20).default([]),
  failing: z.array(z.string().trim().min(1).max(80)).max(20).default([]),
  onFail: failRule.default(noRule),
});

/** What a checklist says, as an agency writes it. */
export const checklistInput = z.object({
  name: z.string().trim().min(1, "Name the checklist.").max(120),
  about: z.string().trim().max(2000).default(""),
  citation: z.string().trim().max(500).default(""),
  certificates: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  items: z.array(item).max(200),
});
export type ChecklistInput = z.output<typeof checklistInput>;

export const checklistRow = checklistInput
  .extend({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "InspectionChecklist" });
export type ChecklistRow = z.output<typeof checklistRow>;

export type Answers = Readonly<Record<string, unknown>>;

/** Whether an item failed by its own rule: a check that says so, a number out of its limits. */
export const failed = (one: ChecklistItem, answers: Answers): boolean => {
  const said = answers[one.key];
  if (one.kind === "check") return said === "fail";
  if (one.kind === "choice") return typeof said === "string" && one.failing.includes(said);
  if (one.kind !== "number" || typeof said !== "number") return false;
  return (one.least !== null && said < one.least) || (one.most !== null && said > one.most);
};

/** What was said of an item, in words. */
export const saidOf = (one: ChecklistItem, answers: Answers): string => {
  const said = answers[one.key];
  const note = answers[`${one.key}Note`];
  const words =
    one.kind === "check"
      ? (checkAnswers[said as keyof typeof checkAnswers] ?? "")
      : one.kind === "photo" || one.kind === "signature"
        ? said
          ? "Given"
          : ""
        : said === undefined
          ? ""
          : `${String(said)}${one.unit ? ` ${one.unit}` : ""}`;
  return [words, typeof note === "string" ? note : ""].filter(Boolean).join(": ");
};

const failure = (one: ChecklistItem): FormField["show"] => {
  const said = { var: one.key };
  if (one.kind === "check") return { "==": [said, "fail"] };
  if (one.kind === "choice") return { in: [said, one.failing] };
  const sides: NonNullable<FormField["show"]>[] = [
    ...(one.least === null ? [] : [{ "<": [said, one.least] }]),
    ...(one.most === null ? [] : [{ ">": [said, one.most] }]),
  ];
  return sides.length === 1 ? sides[0]! : { or: sides };
};

const canFail = (one: ChecklistItem): boolean =>
  one.kind === "check" ||
  (one.kind === "choice" && one.failing.length > 0) ||
  (one.kind === "number" && (one.least !== null || one.most !== null));

const limits = (one: ChecklistItem): string =>
  one.kind !== "number" || (one.least === null && one.most === null)
    ? ""
    : one.least === null
      ? `At most ${one.most}`
      : one.most === null
        ? `At least ${one.least}`
        : `${one.least} to ${one.most}`;

const ownField = (one: ChecklistItem): FormField => {
  const kind = one.kind === "check" ? "choice" : one.kind === "text" ? "longText" : one.kind;
  const help = [one.help, limits(one) && `${limits(one)}${one.unit ? ` ${one.unit}` : ""}.`];
  return {
    ...blankField(one.key, kind, one.label),
    help: help.filter(Boolean).join(" "),
    required: one.required,
    options:
      one.kind === "check"
        ? options(checkAnswers)
        : one.options.map((value) => ({ value, label: value })),
  };
};

const fieldsOfItem = (one: ChecklistItem): FormField[] => {
  if (!canFail(one)) return [ownField(one)];
  const show = failure(one);
  const note: FormField = {
    ...blankField(`${one.key}Note`, "longText", `What is wrong: ${one.label}`),
    show,
    required: true,
  };
  if (!one.onFail.photo) return [ownField(one), note];
  const photo: FormField = {
    ...blankField(`${one.key}Photo`, "photo", `Photo: ${one.label}`),
    show,
    required: true,
  };
  return [ownField(one), note, photo];
};

/** A checklist as a form asks it: each section a page, what fails asks for words and a photo. */
export const askedBy = (items: readonly ChecklistItem[]): Asked => {
  const sections = [...new Set(items.map((one) => one.section))];
  return {
    pages: sections.map((section) => ({
      title: section || "Checklist",
      sections: [
        {
          title: "",
          help: "",
          fields: items.filter((one) => one.section === section).flatMap(fieldsOfItem),
        },
      ],
    })),
  };
};
