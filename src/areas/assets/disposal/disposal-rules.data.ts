/** What is owed for equipment that federal money bought: 2 CFR 200.313(e), by the day of the award. */

import type { Day } from "#kernel/time.ts";

export type DisposalRules = {
  /** The first day of an award for which they hold. */
  from: Day;
  /** Up to such a fair market value of a unit nothing is owed. */
  limitCents: number;
  /** Of proceeds the grantor may let the agency keep so much for selling and handling. */
  keeps: { mostCents: number; percent: number };
  /** So many days after it was asked a grantor's silence frees the agency to keep or sell. */
  silenceDays: number;
  citation: string;
  /** The day on which somebody held them against the text of the rule; null: nobody has. */
  verifiedOn: Day | null;
};

/** Newest last. */
export const disposalRules: readonly DisposalRules[] = [
  {
    from: "2014-12-26" as Day,
    limitCents: 5_000_00,
    keeps: { mostCents: 500_00, percent: 10 },
    silenceDays: 120,
    citation: "2 CFR 200.313(e), for awards before 1 October 2024",
    verifiedOn: null,
  },
  {
    from: "2024-10-01" as Day,
    limitCents: 10_000_00,
    keeps: { mostCents: 1_000_00, percent: 100 },
    silenceDays: 120,
    citation: "2 CFR 200.313(e), as of 1 October 2024",
    verifiedOn: null,
  },
];

/** The rules for an award of a day; before the first known ones those are taken. */
export const disposalRulesOf = (awardedOn: Day): DisposalRules =>
  disposalRules.findLast((one) => one.from <= awardedOn) ?? disposalRules[0]!;
