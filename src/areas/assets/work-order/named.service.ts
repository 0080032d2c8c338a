import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Work orders of the scope's agency by their ids; unknown ones are left out. */
export const workOrdersNamed = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: string; title: string }[]> =>
  db.rows(sql`
    select id, number, title
    from work_order
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);
