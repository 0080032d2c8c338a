import { rulesOn, type Rule } from "#areas/governance/governance.public.ts";

/** What federal law says of a budget, by the day on which the award begins. */
export type BudgetRule = {
  from: string;
  /** Cost of one unit from which a thing of more than a year's use is equipment, in cents. */
  equipmentCents: number;
  /** The de minimis rate of indirect costs, in hundredths of a percent. */
  deMinimisBp: number;
  /** So much of each subaward counts in the modified total direct costs, in cents. */
  subawardCapCents: number;
  citation: string;
  source: string;
  /** A later value than the shipped one, which an administrator entered. */
  entered: boolean;
};

/** The key of these rules among the agency's rules of law. */
export const budgetRuleKey = "grantBudget";

/** The rule of a day; the oldest for days before it. Rules: the agency's, or the shipped ones. */
export const budgetRuleOf = (day: string, rules: readonly Rule[]): BudgetRule => {
  const own = rules
    .filter((r) => r.key === budgetRuleKey && r.jurisdiction === "federal")
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const rule = rulesOn(own, day)[0] ?? own[0]!;
  const { equipmentCents, deMinimisBp, subawardCapCents } = rule.parameters;
  return {
    from: rule.effectiveFrom,
    equipmentCents: Number(equipmentCents),
    deMinimisBp: Number(deMinimisBp),
    subawardCapCents: Number(subawardCapCents),
    citation: rule.citation,
    source: rule.source,
    entered: rule.agencyEntry ?? false,
  };
};
