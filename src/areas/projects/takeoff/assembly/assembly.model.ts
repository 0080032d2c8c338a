import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { namesIn, objectionsToLogic, type Logic } from "#kernel/logic/logic.ts";
import { instantField } from "#kernel/time-fields.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import { variableSources, type AssemblyItem, type Variable } from "./assembly.labels.ts";
import { calledNames, formulaOperators } from "./formula.model.ts";

const key = z
  .string()
  .regex(
    /^[a-z][a-zA-Z0-9]{0,39}$/,
    "A name in formulas begins with a small letter and has letters and digits.",
  );
const unit = z.string().trim().min(1, "Name the unit.").max(20);
const amount = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);
const code = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullable()
    .default(null)
    .transform((text) => text || null);

const variable = z.strictObject({
  key: key.refine((name) => !calledNames.includes(name), {
    message: "Formulas call min, max and if; give the variable another name.",
  }),
  label: z.string().trim().min(1, "Say what the variable is.").max(80),
  source: z.enum(names(variableSources)),
  unit,
  least: amount("The lower limit").nullable().default(null),
  most: amount("The upper limit").nullable().default(null),
  usual: amount("The usual value").nullable().default(null),
});

const formula = z
  .custom<Logic>((value) => value !== undefined, "Write a formula.")
  .superRefine((rule, context) => {
    for (const message of objectionsToLogic(rule, formulaOperators))
      context.addIssue({ code: "custom", message });
  });

const item = z.strictObject({
  key,
  description: z.string().trim().min(1, "Describe the item.").max(200),
  commodityCode: code(20).transform((text) => text?.toUpperCase() ?? null),
  stockItem: code(40),
  unit,
  formula: formula.nullable().default(null),
  waste: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, "Waste is a percentage with at most two decimals.")
    .default("0"),
  pack: amount("A pack")
    .refine((text) => Number(text) > 0, "A pack holds more than nothing.")
    .nullable()
    .default(null),
  costCode: code(20),
});

/** What an assembly says, as an agency writes it. All of its codes are the agency's own words. */
export const assemblyInput = z.object({
  name: z.string().trim().min(1, "Name the assembly.").max(120),
  about: z.string().trim().max(2000).default(""),
  variables: z.array(variable).max(20),
  items: z.array(item).max(60),
});
export type AssemblyInput = z.output<typeof assemblyInput>;

// Codes as they are kept: what is typed is trimmed and set in capitals, which goes one way only.
const keptItem = item.extend({
  commodityCode: z.string().nullable(),
  stockItem: z.string().nullable(),
  costCode: z.string().nullable(),
});

export const assemblyRow = assemblyInput
  .extend({
    items: z.array(keptItem),
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "TakeoffAssembly" });
export type AssemblyRow = z.output<typeof assemblyRow>;

const apart = (names: readonly string[]): boolean => new Set(names).size === names.length;
const above = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && Number(a) > Number(b);

const formulaChecks = (
  items: readonly AssemblyItem[],
  variables: readonly Variable[],
): PublishCheck[] => {
  const known = new Set(variables.map((each) => each.key));
  return items.flatMap((each, at) => {
    const path = `items.${at}.formula`;
    if (each.formula === null)
      return [{ sentence: `“${each.description}” says how much of it there is.`, ok: false, path }];
    const [unknown] = namesIn(each.formula).filter((name) => !known.has(name));
    return unknown === undefined
      ? []
      : [
          {
            sentence: `The formula of “${each.description}” reads “${unknown}”: add it as a variable.`,
            ok: false,
            path,
          },
        ];
  });
};

/** What must hold of an assembly by itself before it is published. */
export const assemblyChecks = ({
  variables,
  items,
}: Pick<AssemblyInput, "variables" | "items">): PublishCheck[] => [
  { sentence: "It has an item.", ok: items.length > 0, path: "items" },
  {
    sentence: "Each variable has a name of its own.",
    ok: apart(variables.map((each) => each.key)),
    path: "variables",
  },
  {
    sentence: "Each item has a name of its own.",
    ok: apart(items.map((each) => each.key)),
    path: "items",
  },
  {
    sentence:
      "The lower limit of a variable is not above the upper one, and its usual value lies between.",
    ok: !variables.some(
      ({ least, most, usual }) => above(least, most) || above(least, usual) || above(usual, most),
    ),
    path: "variables",
  },
  ...formulaChecks(items, variables),
];
