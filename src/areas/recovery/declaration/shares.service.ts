import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ShareWindow } from "../law/share.model.ts";

/** The federal shares of a declaration, by categories and days. */
export const sharesIn = (db: Db, declarationId: string): Promise<ShareWindow[]> =>
  db.rows<ShareWindow>(sql`
    select id, categories, from_day, to_day, rate
    from pa_share
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by from_day, id
  `);
