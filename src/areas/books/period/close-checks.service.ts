import { dutyLabels } from "#roles.ts";
import { formatDate } from "#kernel/dates.ts";
import { allCloseChecks } from "#server/closing/close-checks.ts";
import { yearIsClosed } from "#areas/budget/budget.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import type { PeriodRecord } from "./period.record.ts";
import type { CloseLine } from "./period.model.ts";

const ended = (db: Db, { lastDay }: PeriodRecord): CloseLine[] =>
  businessDate(db.scope) <= lastDay
    ? [
        {
          name: "ended",
          label: "The period has ended",
          owner: dutyLabels.controller.label,
          page: "/budget-management/close",
          stops: true,
          count: 1,
          cents: 0,
          said: `it runs through ${formatDate(lastDay)}`,
        },
      ]
    : [];

const yearOpen = async (
  db: Db,
  { adjustment, fiscalYearId, year }: PeriodRecord,
): Promise<CloseLine[]> =>
  adjustment && !(await yearIsClosed(db, fiscalYearId))
    ? [
        {
          name: "year",
          label: "The fiscal year is closed",
          owner: dutyLabels.budget_officer.label,
          page: "/budget-management/accounts",
          stops: true,
          count: 1,
          cents: 0,
          said: `what is under way in ${year} has not gone into the next year yet`,
        },
      ]
    : [];

/** What every area finds before a period is closed, what stops it first. */
export const checksOf = async (db: Db, period: PeriodRecord): Promise<CloseLine[]> => {
  const lines = [...ended(db, period), ...(await yearOpen(db, period))];
  for (const { check, ...line } of allCloseChecks())
    lines.push({ ...line, owner: dutyLabels[line.owner].label, ...(await check(db, period)) });
  return lines.sort((a, b) => Number(b.stops) - Number(a.stops));
};

/** A line of the close in a sentence. */
export const sentenceOf = ({ label, said }: CloseLine): string => `${label}: ${said}.`;
