import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/**
 * How many people did something that stands in the audit record, by month of the agency's zone; only
 * the number, never who. `from` is the first month, YYYY-MM.
 */
export const membersWhoWorked = (
  db: Db,
  from: string,
): Promise<{ month: string; count: number }[]> =>
  db.rows(sql`
    select
      to_char(e.at at time zone ${db.scope.timeZone ?? "UTC"}, 'YYYY-MM') as month,
      count(distinct e.actor_id)::int as count
    from audit_entry e
    where e.org_id = ${db.scope.orgId}
      and e.actor_id is not null
      and e.at >= (${`${from}-01`}::date)::timestamptz - interval '1 day'
    group by 1
  `);
