import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a location's steps depend on: how many in use are within it, and whether anything lies there. */
export const locationFacts = async (
  db: Db,
  id: string,
): Promise<{ within: number; holds: boolean }> => {
  const { within } = await db.one<{ within: number }>(sql`
    select count(*)::int as within
    from stock_location
    where org_id = ${db.scope.orgId} and parent_id = ${id} and status = 'active'
  `);
  return { within, holds: false };
};
