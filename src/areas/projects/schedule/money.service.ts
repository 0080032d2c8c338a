import { projectDocuments, costCodesOf } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { moneyParts } from "../money/parts.service.ts";
import { chargedTo } from "../money/money.service.ts";
import { earnedValue, indexesOf, plannedValue, type PlannedCost } from "./earned.model.ts";
import { hoursOf } from "./hours.model.ts";
import type { Stored } from "./network.service.ts";
import type { PlanTask } from "./plan.model.ts";
import type { ScheduleMoney } from "./schedule.model.ts";
import type { ScheduleStored } from "./schedule.noun.ts";
import type { Snapshot } from "./snapshot.model.ts";
import { minuteOf, WorkTime } from "./worktime.model.ts";

type Copy = Pick<Snapshot, "tasks" | "calendars" | "calendarId">;

/** What of the copy bears money, with the hours of its calendars. */
const copyOf = (db: Db, id: string): Promise<Copy | null> =>
  db.maybe<Copy>(sql`
    select
      jsonb_path_query_array(snapshot, '$.tasks[*] ? (@.costs.size() > 0)') as tasks,
      snapshot -> 'calendars' as calendars, snapshot ->> 'calendarId' as calendar_id
    from schedule_baseline
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

const plannedCosts = ({ tasks, calendars, calendarId: own }: Copy): PlannedCost[] => {
  const clocks = new Map<string, WorkTime>();
  const clockOf = (calendarId: string | null): WorkTime => {
    const id = calendarId ?? own ?? "agency";
    const known = clocks.get(id) ?? new WorkTime(hoursOf(calendars.find((c) => c.id === id)!));
    clocks.set(id, known);
    return known;
  };
  return tasks.flatMap(({ costs, start, finish, calendarId }) =>
    costs.map(({ codeId, cents }) => ({
      ...{ codeId, cents, start, finish, calendar: clockOf(calendarId) },
    })),
  );
};

/** What the ledger says was spent before the data date, by cost code. */
const actualCost = async (
  db: Db,
  segmentId: string,
  { dataDate }: Pick<ScheduleStored, "dataDate">,
): Promise<Map<string | null, number>> => {
  const [charged, cut] = await Promise.all([
    chargedTo(db, segmentId),
    projectDocuments(db, segmentId, dataDate),
  ]);
  const found = new Map<string | null, number>();
  const expenses = cut.filter(({ expended }) => expended !== 0);
  for (const { costCodeId, billed } of moneyParts({ ...charged, documents: [], expenses }))
    found.set(costCodeId, (found.get(costCodeId) ?? 0) + billed);
  return found;
};

const budgetOf = (tasks: readonly PlanTask[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const { costs } of tasks)
    for (const { codeId, cents } of costs) found.set(codeId, (found.get(codeId) ?? 0) + cents);
  return found;
};

type Values = {
  planned: ReadonlyMap<string, number> | null;
  earned: ReadonlyMap<string, number>;
  budget: ReadonlyMap<string, number>;
  actual: ReadonlyMap<string | null, number>;
};

const rowsOf = async (db: Db, { planned, earned, budget, actual }: Values) => {
  const ids = [...new Set([...budget.keys(), ...(planned?.keys() ?? []), ...actual.keys()])];
  const named = await costCodesOf(db, ids);
  return ids
    .map((codeId) => ({
      codeId,
      code: named.get(codeId ?? "")?.code ?? "",
      name: named.get(codeId ?? "")?.name ?? "Not coded",
      plannedCents: planned && (planned.get(codeId ?? "") ?? 0),
      earnedCents: earned.get(codeId ?? "") ?? 0,
      actualCents: actual.get(codeId) ?? 0,
      budgetCents: budget.get(codeId ?? "") ?? 0,
    }))
    .toSorted((a, b) => a.code.localeCompare(b.code));
};

/**
 * Planned and earned value and actual cost of a schedule at its data date. Actual cost is the
 * ledger's alone; the sums compare codes that tasks bear, what was spent on others stands apart.
 */
export const moneyOf = async (
  db: Db,
  row: Pick<ScheduleStored, "dataDate">,
  { plan }: Pick<Stored, "plan">,
  { segmentId, baselineId }: { segmentId: string; baselineId: string | null },
): Promise<ScheduleMoney> => {
  const [copy, actual] = await Promise.all([
    baselineId === null ? null : copyOf(db, baselineId),
    actualCost(db, segmentId, row),
  ]);
  const planned = copy && plannedValue(plannedCosts(copy), minuteOf(row.dataDate));
  const borne = plan.tasks.flatMap(({ costs, percent }) =>
    costs.map(({ codeId, cents }) => ({ codeId, cents, percent })),
  );
  const codes = await rowsOf(db, {
    ...{ planned, earned: earnedValue(borne), budget: budgetOf(plan.tasks), actual },
  });
  const within = codes.filter((code) => code.budgetCents > 0 || (code.plannedCents ?? 0) > 0);
  const sum = (of: (code: (typeof codes)[number]) => number) =>
    within.reduce((n, code) => n + of(code), 0);
  const values = {
    planned: planned && sum(({ plannedCents }) => plannedCents ?? 0),
    earned: sum(({ earnedCents }) => earnedCents),
    actual: sum(({ actualCents }) => actualCents),
    budget: sum(({ budgetCents }) => budgetCents),
  };
  const all = codes.reduce((n, { actualCents }) => n + actualCents, 0);
  return {
    plannedCents: values.planned,
    earnedCents: values.earned,
    actualCents: values.actual,
    budgetCents: values.budget,
    otherActualCents: all - values.actual,
    ...indexesOf(values),
    codes,
  };
};
