import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Vendors of the agency that are in use, with their names: for names that banks write otherwise. */
export const vendorsByName = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name
    from vendor
    where org_id = ${db.scope.orgId} and merged_into_id is null
    order by name, id
    limit 50000
  `);
