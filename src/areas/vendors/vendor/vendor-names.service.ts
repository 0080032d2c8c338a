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

/** A vendor's name and address of letters in the scope's agency; null where it knows no such vendor. */
export const vendorAddress = (
  db: Db,
  id: string,
): Promise<{ name: string; email: string | null } | null> =>
  db.maybe<{ name: string; email: string | null }>(sql`
    select name, email
    from vendor
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
