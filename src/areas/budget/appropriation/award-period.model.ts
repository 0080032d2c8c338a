import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";

/** An award's period of performance; null for a day that is not known. */
export type AwardPeriod = { award: string; startsOn: Day | null; endsOn: Day | null };
type Year = { year: number; startsOn: Day; endsOn: Day };

/**
 * Why a year's budget cannot spend an award, or null: the year lies outside of the award's period of
 * performance (2 CFR 200.403(h)). Every year that the period touches is right.
 */
export const outsideOfPeriod = (award: AwardPeriod, year: Year): string | null => {
  const before = award.startsOn !== null && year.endsOn < award.startsOn;
  const after = award.endsOn !== null && year.startsOn > award.endsOn;
  if (!before && !after) return null;
  const period = [
    ...(award.startsOn ? [`from ${formatDate(award.startsOn)}`] : []),
    ...(award.endsOn ? [`to ${formatDate(award.endsOn)}`] : []),
  ].join(" ");
  return `Award ${award.award} runs ${period}; fiscal year ${year.year} lies outside of it (2 CFR 200.403(h)).`;
};
