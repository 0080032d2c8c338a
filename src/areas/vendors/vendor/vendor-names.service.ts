import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Names of vendors of the agency by their id, whatever their status; unknown ids are left out. */
export const vendorsNamed = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: string; name: string }>(sql`
    select id, name
    from vendor
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
