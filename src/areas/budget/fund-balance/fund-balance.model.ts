import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import { instantField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";

export type FundRule = {
  fundId: string | null;
  kind: "balanced" | "reserve";
  fromOn: Day;
  percentHundredths: number;
  cents: number;
  citation: string;
  verified: boolean;
};
export type FundSums = {
  beginning: number;
  revenue: number;
  transfersIn: number;
  expenditure: number;
  transfersOut: number;
};

/** The rule of a kind that holds for a fund on a day: its own before the general one, the newest. */
export const ruleOf = (
  rules: readonly FundRule[],
  kind: FundRule["kind"],
  fundId: string,
  day: string,
): FundRule | null =>
  rules
    .filter((r) => r.kind === kind && r.fromOn <= day && (r.fundId === null || r.fundId === fundId))
    .toSorted(
      (a, b) =>
        Number(b.fundId !== null) - Number(a.fundId !== null) || (a.fromOn < b.fromOn ? 1 : -1),
    )[0] ?? null;

/** Beginning + revenue + transfers in − expenditure − transfers out, in cents. */
export const endOf = (s: FundSums): number =>
  s.beginning + s.revenue + s.transfersIn - s.expenditure - s.transfersOut;

/** The least balance that a reserve rule asks: its percent of what goes out, and its floor. */
export const reserveOf = (rule: FundRule | null, s: FundSums): number =>
  rule === null
    ? 0
    : Math.max(
        rule.cents,
        Number(
          (BigInt(s.expenditure + s.transfersOut) * BigInt(rule.percentHundredths) + 9_999n) /
            10_000n,
        ),
      );

/** What a fund breaks on a day, in sentences with the rule's citation; empty where it holds. */
export const breaches = (
  rules: readonly FundRule[],
  fundId: string,
  day: string,
  sums: FundSums,
): string[] => {
  const end = endOf(sums);
  const balanced = ruleOf(rules, "balanced", fundId, day);
  const reserve = ruleOf(rules, "reserve", fundId, day);
  const least = reserveOf(reserve, sums);
  const marked = (rule: FundRule) =>
    `${rule.citation}${rule.verified ? "" : " (not verified yet)"}`;
  return [
    ...(balanced && end < 0
      ? [`It spends ${formatCents(-end)} more than it has. ${marked(balanced)}`]
      : []),
    ...(reserve && end < least
      ? [`${formatCents(end)} is left; the reserve asks ${formatCents(least)}. ${marked(reserve)}`]
      : []),
  ];
};

export const beginningInput = z.object({
  beginning: z.number("Enter an amount.").int().min(-9e14).max(9e14),
});
export const fundRuleInput = z.object({
  fundId: z
    .uuid()
    .or(z.literal(""))
    .nullish()
    .transform((id) => id || null),
  kind: z.enum(["balanced", "reserve"]),
  fromOn: z.iso.date("Enter a day."),
  percentHundredths: z.number().int().min(0).max(100_000).default(0),
  cents: z.number().int().min(0).max(9e14).default(0),
  citation: z.string().trim().min(3, "Name the law or the policy.").max(300),
  verified: z.boolean().default(false),
});

export const fundBalanceRow = z
  .object({
    fundId: z.string(),
    fund: z.string(),
    beginning: z.number(),
    revenue: z.number(),
    transfersIn: z.number(),
    expenditure: z.number(),
    transfersOut: z.number(),
    end: z.number(),
    /** What it ends with by the decision, once the budget is adopted. */
    adoptedEnd: z.number().nullable(),
    least: z.number(),
    breaches: z.array(z.string()),
    exception: z.string(),
  })
  .meta({ id: "FundBalance" });
export type FundBalance = z.output<typeof fundBalanceRow>;

export const amendedFund = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  postedAt: instantField.nullable(),
  decision: z.string(),
  fundId: z.string(),
  fund: z.string(),
  /** Cents by which the fund ends with more, or less. */
  cents: z.number(),
});
export type AmendedFund = z.output<typeof amendedFund>;
