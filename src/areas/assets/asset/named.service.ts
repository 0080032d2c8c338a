import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Assets by their ids, with number, name and place, by number. */
export const assetsNamed = (
  db: Db,
  ids: readonly string[],
): Promise<
  { id: string; number: string; name: string; status: string; placeId: string | null }[]
> =>
  db.rows(sql`
    select id, number, name, status, place_id
    from asset
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);
