import type { JudgedBy } from "#kernel/control.ts";
import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { parameterLists } from "./rule.labels.ts";
import { isPolicy } from "./policy.model.ts";

const value = z.number().or(z.string().trim().max(200)).or(z.boolean());
/** The fields of a rule of the agency's own. */
export const legalRuleFields = {
  key: z
    .string()
    .trim()
    .regex(/^[a-z][a-zA-Z0-9.]*$/, "Use letters, digits and dots.")
    .max(80),
  /** federal: a later value of a shipped rule, which takes its place from its first day on. */
  jurisdiction: z.enum(["federal", "state", "local"]),
  citation: z.string().trim().min(3, "Cite the rule.").max(200),
  text: z.string().trim().min(3, "Say in your words what it demands.").max(2000),
  effectiveFrom: z.iso.date("Enter the day from which it holds."),
  effectiveTo: z.iso.date().nullable().default(null),
  parameters: z.record(z.string().max(60), value).default({}),
  source: z.string().trim().min(3, "Name the source.").max(500),
  verified: z.boolean().default(false),
};
export const ruleInput = z.object(legalRuleFields);
export type RuleInput = z.output<typeof ruleInput>;

export const ruleRow = z
  .object({
    id: z.string(),
    key: z.string(),
    jurisdiction: z.enum(["federal", "state", "local"]),
    citation: z.string(),
    text: z.string(),
    effectiveFrom: dayField,
    effectiveTo: dayField.nullable(),
    parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
    source: z.string(),
    verified: z.boolean(),
    /** A federal value that the agency entered; absent of shipped, state and local rules. */
    agencyEntry: z.boolean().optional(),
    version: z.number(),
  })
  .meta({ id: "LegalRule" });
export type Rule = z.output<typeof ruleRow>;

/**
 * The rules that hold on a day (YYYY-MM-DD). Of federal rules of one key the newest takes the place of
 * the others where the agency entered one of them: a shipped rule that is as new takes its place.
 */
export const rulesOn = (rules: readonly Rule[], day: string): Rule[] => {
  const held = rules.filter(
    (r) => r.effectiveFrom <= day && (r.effectiveTo === null || day < r.effectiveTo),
  );
  const entered = new Set(held.flatMap((r) => (r.agencyEntry ? [r.key] : [])));
  if (entered.size === 0) return held;
  const newest = new Map<string, Rule>();
  for (const r of held) {
    const before = newest.get(r.key);
    if (r.jurisdiction !== "federal" || !entered.has(r.key)) continue;
    const later = !before || r.effectiveFrom > before.effectiveFrom;
    if (later || (r.effectiveFrom === before.effectiveFrom && !r.agencyEntry)) newest.set(r.key, r);
  }
  return held.filter(
    (r) => r.jurisdiction !== "federal" || !entered.has(r.key) || newest.get(r.key) === r,
  );
};

/** Of rules that hold on a day, those of some keys, as a control keeps what it judged by. */
export const judgedBy = (held: readonly Rule[], keys: readonly string[]): JudgedBy[] =>
  held
    .filter(({ key }) => keys.includes(key))
    .map((rule) => ({
      id: rule.id,
      key: rule.key,
      citation: rule.citation,
      verified: rule.verified,
      federal: rule.jurisdiction === "federal" && !isPolicy(rule),
    }));

/**
 * The strictest value of a threshold on a day, in cents, with the rule that sets it: the lowest of
 * federal, state and local law.
 * Null when no rule of this key holds that day.
 */
export const strictestThreshold = (
  rules: readonly Rule[],
  key: string,
  day: string,
): { cents: number; rule: Rule } | null => {
  const found = rulesOn(rules, day)
    .filter((r) => r.key === key && typeof r.parameters.cents === "number")
    .map((rule) => ({ cents: rule.parameters.cents as number, rule }));
  return found.sort((a, b) => a.cents - b.cents)[0] ?? null;
};

/**
 * The strictest of a number that rules of a key set on a day: the least (days in which to pay) or
 * the most (days of notice) of federal, state and
 * local law. Null when no rule of this key holds that day and sets it.
 */
export const strictestNumber = (
  rules: readonly Rule[],
  key: string,
  name: string,
  day: string,
  strict: "least" | "most",
): number | null => {
  const found = rulesOn(rules, day).flatMap((r) =>
    r.key === key && typeof r.parameters[name] === "number" ? [r.parameters[name]] : [],
  );
  return found.length ? Math[strict === "least" ? "min" : "max"](...found) : null;
};

/**
 * The rules of a key on a day that an agency goes by where Levee ships no law but a default: the
 * state's and its own, or the default while it has none.
 */
export const ownOrShipped = (rules: readonly Rule[], key: string, day: string): Rule[] => {
  const held = rulesOn(rules, day).filter((rule) => rule.key === key);
  const own = held.filter((rule) => rule.jurisdiction !== "federal");
  return own.length ? own : held;
};

/** The least of a number that some rules set; null where none sets it. */
export const leastOf = (rules: readonly Rule[], name: string): number | null => {
  const found = rules.flatMap(({ parameters }) =>
    typeof parameters[name] === "number" ? [parameters[name]] : [],
  );
  return found.length ? Math.min(...found) : null;
};

/** What a clause of the agency's own may say: its title, and which solicitations it is for. */
const clause: Rule["parameters"] = {
  title: "",
  federal: false,
  construction: false,
  insurance: false,
  cents: 0,
};
const words: Readonly<Record<string, readonly string[]>> = {
  count: ["calendar", "business"],
  demanded: ["block", "warn", "none"],
  otherwise: ["block", "warn", "none"],
};

type Shipped = Pick<Rule, "key" | "parameters" | "effectiveFrom" | "citation">;

/**
 * What is wrong with a later federal value: it begins after the newest shipped one, and says all that
 * that one says, for it takes its place.
 */
export const laterValueFault = (
  input: Pick<RuleInput, "key" | "parameters" | "effectiveFrom">,
  shipped: readonly Shipped[],
): { path: string; message: string } | null => {
  const newest = shipped
    .filter((r) => r.key === input.key)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1))[0];
  if (!newest)
    return { path: "jurisdiction", message: "Federal law of this name is not shipped with Levee." };
  if (isPolicy(newest))
    return {
      path: "jurisdiction",
      message: "This is the agency's own policy, and no federal law. Enter it as a local rule.",
    };
  if (input.effectiveFrom <= newest.effectiveFrom)
    return {
      path: "effectiveFrom",
      message: `The shipped value holds from ${newest.effectiveFrom}; a later one begins after it.`,
    };
  const missing = Object.keys(newest.parameters).find((name) => !(name in input.parameters));
  return missing === undefined
    ? null
    : {
        path: `parameters.${missing}`,
        message: "Enter this, too: the later value takes the place of the whole rule.",
      };
};

/**
 * What is wrong with a rule that an agency adds, as path and sentence, or null: only what the
 * server reads may be set, in the shape in which it is shipped.
 */
export const ruleFault = (
  input: Pick<RuleInput, "key" | "parameters" | "effectiveFrom" | "effectiveTo">,
  shipped: readonly Pick<Rule, "key" | "parameters">[],
): { path: string; message: string } | null => {
  if (input.effectiveTo !== null && input.effectiveTo <= input.effectiveFrom)
    return { path: "effectiveTo", message: "The last day must come after the first." };
  const known = shipped.filter((r) => r.key === input.key);
  const own = input.key.startsWith("clause.");
  if (known.length === 0 && !own)
    return {
      path: "key",
      message:
        "No part of Levee reads a rule of this name. Choose one of those that are listed, or begin it with clause. for a clause of your own.",
    };
  const shape = own ? { ...clause, above: "", ...known[0]?.parameters } : known[0]!.parameters;
  for (const [name, given] of Object.entries(input.parameters)) {
    const path = `parameters.${name}`;
    const like = shape[name];
    if (like === undefined)
      return {
        path,
        message: `This rule has no ${name}. It may set ${Object.keys(shape).join(", ") || "nothing"}.`,
      };
    if (typeof given !== typeof like)
      return {
        path,
        message:
          typeof like === "number"
            ? "Enter a number."
            : typeof like === "boolean"
              ? "Say yes or no."
              : "Enter words.",
      };
    if (typeof given === "number" && (!Number.isSafeInteger(given) || given < 0))
      return { path, message: "Enter a whole number that is not negative." };
    const listed = parameterLists[name];
    const strange =
      listed &&
      String(given)
        .split(",")
        .find((one) => !listed.includes(one.trim()));
    if (strange !== undefined)
      return {
        path,
        message: `“${strange.trim()}” is not known. Name, with commas, some of ${listed!.join(", ")}.`,
      };
    if (words[name] && !words[name].includes(given as string))
      return { path, message: `Choose one of ${words[name].join(", ")}.` };
  }
  if (!own && Object.keys(shape).length > 0 && Object.keys(input.parameters).length === 0)
    return {
      path: `parameters.${Object.keys(shape)[0]!}`,
      message: "Enter what the rule sets; without it nothing would follow from it.",
    };
  return null;
};
