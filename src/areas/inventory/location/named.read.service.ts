import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Stock locations by their ids, with code, name and the place that they stand at. */
export const locationsNamed = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; code: string; name: string; status: string; placeId: string }[]> =>
  db.rows(sql`
    select id, code, name, status, place_id
    from stock_location
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by code
  `);
