import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a location's steps depend on: how many in use are within it, and whether anything lies there. */
export const locationFacts = (db: Db, id: string): Promise<{ within: number; holds: boolean }> => {
  return db.one<{ within: number; holds: boolean }>(sql`
    select
      (
        select count(*)::int
        from stock_location
        where org_id = ${db.scope.orgId} and parent_id = ${id} and status = 'active'
      ) as within,
      exists (
        select 1
        from stock_balance
        where org_id = ${db.scope.orgId} and location_id = ${id} and on_hand > 0
      ) as holds
  `);
};
