import type { Db } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";

export type Near = { id: string; number: string; title: string; amount: number; requestedOn: string };

/**
 * Like purchases of the same department within `months` before this one (rule splitLookback): the amounts, in cents, of lines with one of the same commodity
 * codes, that were asked for and not taken back, rejected or cancelled. They count toward the thresholds, so that splitting does not help.
 */
export const lookback = async (db: Db, r: { id: string; departmentId: string; requestedOn: string }, commodities: readonly string[], months: number): Promise<Near[]> =>
  // The lines come first: a department has thousands of requisitions in a year, of which few buy the like. Each of those is read by its id; `offset 0` keeps
  // a plan made for unknown dates from reading the year instead.
  commodities.length === 0 ? [] : db.rows<Near>(sql`with alike as materialized (select l.requisition_id, sum(l.amount)::bigint as amount from requisition_line l where l.org_id = ${db.scope.orgId} and l.commodity_code = any(${commodities}::text[]) group by 1)
    select q.id, q.number, q.title, q.requested_on, a.amount from alike a
    cross join lateral (select * from requisition r where r.org_id = ${db.scope.orgId} and r.id = a.requisition_id offset 0) q
    where q.department_id = ${r.departmentId} and q.requested_on > ${r.requestedOn}::date - make_interval(months => ${months}) and q.requested_on <= ${r.requestedOn}::date and q.id <> ${r.id}
      and q.status not in ('draft', 'returned', 'rejected', 'withdrawn', 'cancelled')
    order by q.requested_on desc, q.id desc limit 500`);
