import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Drafts begun on a day or before it that still are drafts: of all departments where none is named. */
export const draftsLying = (
  db: Db,
  { before, departmentId }: { before: Day; departmentId: string | null },
): Promise<{ requisitions: number; orders: number }> =>
  db.one<{ requisitions: number; orders: number }>(sql`
    select
      (
        select count(*)
        from requisition r
        where r.org_id = ${db.scope.orgId}
          and r.status = 'draft'
          and r.requested_on <= ${before}::date
          and (${departmentId}::uuid is null or r.department_id = ${departmentId}::uuid)
      )::int as requisitions,
      (
        select count(*)
        from purchase_order o
        where o.org_id = ${db.scope.orgId}
          and o.status = 'draft'
          and o.ordered_on <= ${before}::date
          and (${departmentId}::uuid is null or o.department_id = ${departmentId}::uuid)
      )::int as orders
  `);
