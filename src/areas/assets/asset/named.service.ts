import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Assets by their ids, with number and name, by number. */
export const assetsNamed = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: string; name: string; status: string }[]> =>
  db.rows(sql`
    select id, number, name, status
    from asset
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);
