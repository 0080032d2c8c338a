import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";

/** What a kind of service asks beyond words and place. */
const attributeKinds = { text: "Text", number: "Number", choice: "Choice" } as const;

export const attribute = z
  .object({
    code: z.string().regex(/^[a-z0-9_]{1,40}$/, "Small letters, digits and _ only."),
    label: z.string().trim().min(1, "Say what is asked.").max(120),
    kind: z.enum(names(attributeKinds)),
    required: z.boolean().default(false),
    options: heldAs("phrases", z.array(z.string().trim().min(1).max(80)).max(30)).default([]),
  })
  .refine((one) => one.kind !== "choice" || one.options.length > 1, {
    path: ["options"],
    message: "A choice needs two answers at least.",
  });
export type Attribute = z.output<typeof attribute>;

const optionalId = z
  .union([z.literal("").transform(() => null), z.uuid()])
  .nullish()
  .transform((id) => id ?? null);

/** The fields of a kind of service. */
export const serviceTypeFields = {
  code: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{2,40}$/, "2 to 40 small letters, digits and -."),
  name: z.string().trim().min(1, "Enter a name.").max(120),
  description: z.string().trim().max(500).default(""),
  category: z.string().trim().min(1, "Enter a group.").max(60).default("General"),
  departmentId: optionalId,
  stewardId: optionalId,
  expectedDays: z.coerce.number().int("Whole days.").min(1, "1 day at least.").max(365),
  active: z.boolean().default(true),
  attributes: z.array(attribute).max(20).default([]),
};
const askedOnce = ({ attributes }: { attributes: readonly Attribute[] }): boolean =>
  new Set(attributes.map((one) => one.code)).size === attributes.length;
const twice = { path: ["attributes"], message: "Two questions have the same code." };

export const typeInput = z.object(serviceTypeFields).refine(askedOnce, twice);
export type TypeInput = z.output<typeof typeInput>;
/** A change: one that says nothing of it takes no retired kind into use again. */
export const typeChange = keptBySilence(serviceTypeFields, ["active"]).refine(askedOnce, twice);
export type TypeChange = z.output<typeof typeChange>;

export const typeRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  departmentId: z.string().nullable(),
  department: z.string().nullable(),
  stewardId: z.string().nullable(),
  steward: z.string().nullable(),
  expectedDays: z.number(),
  active: z.boolean(),
  attributes: z.array(attribute),
  requests: z.number(),
  version: z.number(),
});
export type TypeRow = z.output<typeof typeRow>;

/** The fields of a rule that says how long a report can be opened again. */
export const reopenRuleFields = {
  fromDay: dayInput("Enter a day."),
  days: z.coerce.number().int("Whole days.").min(0).max(365, "At most 365 days."),
};
export const reopenRuleInput = z.object(reopenRuleFields);
export const reopenRuleRow = reopenRuleInput.extend({ id: z.string() });
export type ReopenRule = z.output<typeof reopenRuleRow>;

/**
 * What is wrong with the answers to what a kind of service asks, by the code of the question.
 * Answers to what is not asked are wrong too.
 */
export const wrongAnswers = (
  asked: readonly Attribute[],
  given: Readonly<Record<string, string>>,
): { path: string; message: string }[] => {
  const wrong = asked.flatMap(({ code, label, kind, required, options }) => {
    const value = given[code] ?? "";
    const path = `attributes.${code}`;
    if (value === "") return required ? [{ path, message: `Answer: ${label}` }] : [];
    if (kind === "number" && !/^-?\d+(\.\d+)?$/.test(value))
      return [{ path, message: `${label}: enter a number.` }];
    if (kind === "choice" && !options.includes(value))
      return [{ path, message: `${label}: choose one of the answers.` }];
    return [];
  });
  const known = new Set(asked.map((one) => one.code));
  return [
    ...wrong,
    ...Object.keys(given)
      .filter((code) => !known.has(code))
      .map((code) => ({ path: `attributes.${code}`, message: "This is not asked." })),
  ];
};
