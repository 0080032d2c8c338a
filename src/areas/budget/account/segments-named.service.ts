import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Segments of the chart by their ids, by code; unknown ones are left out. */
export const segmentsNamed = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; code: string; name: string }[]> =>
  db.rows(sql`
    select id, code, name
    from segment_value
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by code
  `);
