/** How days away, restricted and transferred are counted: 29 CFR 1904.7(b)(3) and (b)(4). */

import type { Day } from "#kernel/time.ts";

export type DayRules = {
  /** The first day of injury or illness for which they hold. */
  from: Day;
  /** Days of one case, away and restricted together, are counted up to here. */
  mostDays: number;
  citation: string;
  /** The day on which somebody held them against the text of the rule; null: nobody has. */
  verifiedOn: Day | null;
};

/** Newest last. */
const dayRules: readonly DayRules[] = [
  {
    from: "2002-01-01" as Day,
    mostDays: 180,
    citation: "29 CFR 1904.7(b)(3)(vii)",
    verifiedOn: null,
  },
];

/** The rules for what happened on a day; before the first known ones those are taken. */
export const dayRulesOf = (happenedOn: Day): DayRules =>
  dayRules.findLast((one) => one.from <= happenedOn) ?? dayRules[0]!;
