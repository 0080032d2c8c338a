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
};

/** Newest first. */
const budgetRules: readonly BudgetRule[] = [
  {
    from: "2024-10-01",
    equipmentCents: 1_000_000,
    deMinimisBp: 1500,
    subawardCapCents: 5_000_000,
    citation: "2 CFR 200.1 (equipment, modified total direct cost) and 200.414(f), revised 2024",
    source: "89 FR 30046, 22 April 2024, in force from 1 October 2024",
  },
  {
    from: "2014-12-26",
    equipmentCents: 500_000,
    deMinimisBp: 1000,
    subawardCapCents: 2_500_000,
    citation:
      "2 CFR 200.1 (equipment, modified total direct cost) and 200.414(f), before October 2024",
    source: "78 FR 78590, 26 December 2013, and 85 FR 49506, 13 August 2020",
  },
];

/** The rule of a day; the oldest for days before it. */
export const budgetRuleOf = (day: string): BudgetRule =>
  budgetRules.find((rule) => rule.from <= day) ?? budgetRules.at(-1)!;
