import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What an hour of a row costs by the rate of its day, in cents an hour; `other` is overtime or standby. */
export type HourRateOf = { id: string; regular: number; other: number };

/** The rates of rows of hours by the rate of their day; rows without one are left out. */
export const hourRatesOf = (db: Db, ids: readonly string[]): Promise<HourRateOf[]> =>
  db.rows<HourRateOf>(sql`
    select h.id, r.regular_cents as regular, r.other_cents as other
    from work_hour h
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    cross join lateral (
      select q.regular_cents, q.other_cents
      from hour_rate q
      where q.org_id = h.org_id
        and q.from_day <= h.worked_on
        and (
          (h.kind = 'labor' and q.labor_class_id = h.labor_class_id)
          or (h.kind = 'equipment' and q.asset_class_id = u.class_id)
        )
      order by q.from_day desc
      limit 1
    ) r
    where h.org_id = ${db.scope.orgId} and h.id = any(${[...ids]}::uuid[])
  `);
