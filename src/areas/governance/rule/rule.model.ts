import { z } from "zod";

export const ruleInput = z.object({
  key: z.string().trim().regex(/^[a-z][a-zA-Z0-9.]*$/, "Use letters, digits and dots.").max(80),
  jurisdiction: z.enum(["state", "local"]),
  citation: z.string().trim().min(3, "Cite the rule.").max(200),
  text: z.string().trim().min(3, "Say in your words what it demands.").max(2000),
  effectiveFrom: z.iso.date(),
  effectiveTo: z.iso.date().nullable().default(null),
  parameters: z.record(z.string().max(60), z.number().or(z.string().max(200)).or(z.boolean())).default({}),
  source: z.string().trim().min(3, "Name the source.").max(500),
  verified: z.boolean().default(false),
});
export type RuleInput = z.output<typeof ruleInput>;

export const ruleRow = z
  .object({ id: z.string(), key: z.string(), jurisdiction: z.enum(["federal", "state", "local"]), citation: z.string(), text: z.string(), effectiveFrom: z.string(), effectiveTo: z.string().nullable(), parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])), source: z.string(), verified: z.boolean(), version: z.number() })
  .meta({ id: "LegalRule" });
export type Rule = z.output<typeof ruleRow>;

/** The rules that hold on a day (YYYY-MM-DD). */
export const rulesOn = (rules: readonly Rule[], day: string): Rule[] => rules.filter((r) => r.effectiveFrom <= day && (r.effectiveTo === null || day < r.effectiveTo));

/**
 * The strictest value of a threshold on a day, in cents, with the rule that sets it: the lowest of federal, state and local law.
 * Null when no rule of this key holds that day.
 */
export const strictestThreshold = (rules: readonly Rule[], key: string, day: string): { cents: number; rule: Rule } | null => {
  const found = rulesOn(rules, day).filter((r) => r.key === key && typeof r.parameters.cents === "number").map((rule) => ({ cents: rule.parameters.cents as number, rule }));
  return found.sort((a, b) => a.cents - b.cents)[0] ?? null;
};
