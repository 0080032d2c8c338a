import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { monthlyDue, type MonthlyRule } from "./due.model.ts";

type Ruled = MonthlyRule & {
  orgId: string;
  id: string;
  number: string;
  name: string;
  last: Day | null;
};
/** A project whose contractor owes the schedule of a month. */
export type DueSchedule = { orgId: string; id: string; number: string; name: string; dueOn: Day };

/**
 * Projects under way whose monthly schedule is due and was not handed in, the earliest day first: of
 * the agency, or of a vendor over all agencies. One that was returned or withdrawn is still owed.
 */
export const schedulesDue = async (db: Db): Promise<DueSchedule[]> => {
  const rows = await db.rows<Ruled>(sql`
    select
      p.org_id, p.id, p.number, p.name, p.monthly_schedule_day, p.monthly_schedule_from,
      max(s.handed_in_on) as last
    from project p
    left join schedule_proposal s
      on s.org_id = p.org_id
      and s.project_id = p.id
      and s.side = 'contractor'
      and s.status in ('draft', 'compared', 'accepted')
    where (p.org_id = ${db.scope.orgId ?? null}::uuid or ${db.scope.orgId ?? null}::uuid is null)
      and p.status in ('active', 'on_hold', 'substantially_complete')
      and p.monthly_schedule_day is not null
      and p.monthly_schedule_from is not null
    group by p.org_id, p.id, p.number, p.name, p.monthly_schedule_day, p.monthly_schedule_from
    order by p.number
    limit 1000
  `);
  const today = businessDate(db.scope);
  return rows
    .flatMap(({ orgId, id, number, name, last, ...rule }) => {
      const dueOn = monthlyDue(rule, today, last);
      return dueOn === null ? [] : [{ orgId, id, number, name, dueOn }];
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
};
