import { leastOf, ownOrShipped, type Rule } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { nonconformanceRule } from "./days.data.ts";
import type { NonconformanceStored } from "./nonconformance.noun.ts";

const key = nonconformanceRule.key;
type Dated = Pick<NonconformanceStored, "id" | "number" | "status" | "reportedOn" | "containedOn">;

const daysOf = (rules: readonly Rule[], name: string, otherwise: number, on: Day): number =>
  leastOf(ownOrShipped(rules, key, on), name) ?? otherwise;

/** The next day of a nonconformance by the rules of the day that it follows from; null once it is decided. */
export const nextDay = (row: Dated, rules: readonly Rule[]) => {
  if (row.status === "reported") {
    const days = daysOf(rules, "containDays", 1, row.reportedOn);
    const follows = `${counted(days, "day")} after it was reported.`;
    return { key: "contain", what: "contained", dueOn: addDays(row.reportedOn, days), follows };
  }
  if (row.status !== "contained" || !row.containedOn) return null;
  const days = daysOf(rules, "decideDays", 10, row.containedOn);
  const follows = `${counted(days, "day")} after it was contained.`;
  return { key: "decide", what: "decided about", dueOn: addDays(row.containedOn, days), follows };
};

const datedOf = (row: Dated, rules: readonly Rule[]): DeadlineRecordOf => {
  const next = nextDay(row, rules);
  return {
    id: row.id,
    number: row.number,
    link: `/admin/quality/nonconformances/${row.id}`,
    deadlines: next
      ? [
          {
            ...{ key: next.key, dueOn: next.dueOn, follows: next.follows },
            title: `${row.number} is to be ${next.what}`,
            citation: nonconformanceRule.citation,
            ...{ ownerId: null, notices: [0], byHand: false },
          },
        ]
      : [],
  };
};

/** The rules by which days of nonconformances follow. */
export const dayRules = (db: Db): Promise<readonly Rule[]> => listRules(db, [key]);

/** Keeps the day of the next step of a nonconformance. */
export const keepDays = async (
  tx: Tx,
  actor: Actor,
  row: NonconformanceStored,
): Promise<NonconformanceStored> => {
  await keepDeadlines(tx, actor, "nonconformance", datedOf(row, await dayRules(tx)));
  return row;
};

export const nonconformanceDeadlines: DeadlineSource = {
  type: "nonconformance",
  label: "Nonconformance",
  permission: "quality.read",
  duty: "quality_officer",
  all: async (db) => {
    const [rows, rules] = await Promise.all([
      db.rows<Dated>(sql`
        select id, number, status, reported_on, contained_on
        from nonconformance
        where org_id = ${db.scope.orgId} and status in ('reported', 'contained')
        order by id
        limit 5000
      `),
      dayRules(db),
    ]);
    return rows.map((row) => datedOf(row, rules));
  },
};
