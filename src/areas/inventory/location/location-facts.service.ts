import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { LocationFacts } from "./location.labels.ts";

type Told = Pick<LocationFacts, "within" | "holds" | "travels">;

/**
 * What a location's steps depend on: how many in use are within it, whether anything
 * lies there, and whether a transfer from or to it is on the way.
 */
export const locationFacts = (db: Db, id: string): Promise<Told> =>
  db.one<Told>(sql`
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
      ) as holds,
      exists (
        select 1
        from stock_transfer
        where org_id = ${db.scope.orgId}
          and status in ('sent', 'short')
          and ${id}::uuid in (from_location_id, to_location_id)
      ) as travels
  `);
