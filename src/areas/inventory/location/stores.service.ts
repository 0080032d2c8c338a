import { cached } from "#server/db/cache.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Whether the agency keeps stores at all. Kept: a purchase of an agency without any pays no statement. */
export const keepsStores = cached({
  name: "stores",
  from: ["stock_location"],
  read: async (db: Db): Promise<boolean> =>
    Boolean(
      await db.maybe(sql`
        select 1 as found
        from stock_location
        where org_id = ${db.scope.orgId}
        limit 1
      `),
    ),
});
