import type { Db } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";

export type Near = { id: string; number: string; title: string; amount: number; requestedOn: string };

/**
 * Like purchases of the same department within `months` before this one (rule splitLookback): the amounts, in cents, of lines with one of the same commodity
 * codes, that were asked for and not taken back, rejected or cancelled. They count toward the thresholds, so that splitting does not help.
 */
export const lookback = async (db: Db, r: { id: string; departmentId: string; requestedOn: string }, commodities: readonly string[], months: number): Promise<Near[]> =>
  commodities.length === 0 ? [] : db.rows<Near>(sql`select q.id, q.number, q.title, q.requested_on, sum(l.amount)::bigint as amount from requisition q join requisition_line l on l.org_id = q.org_id and l.requisition_id = q.id
    where q.org_id = ${db.scope.orgId} and q.department_id = ${r.departmentId} and q.requested_on > ${r.requestedOn}::date - make_interval(months => ${months}) and q.requested_on <= ${r.requestedOn}::date and q.id <> ${r.id}
      and q.status not in ('draft', 'returned', 'rejected', 'withdrawn', 'cancelled') and l.commodity_code = any(${commodities}::text[])
    group by 1, 2, 3, 4 order by q.requested_on desc, q.id desc limit 500`);
