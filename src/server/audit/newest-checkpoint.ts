import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** How far the ledger of the scope's agency was sealed last: entries, root, and the signed note; null before. */
export const newestCheckpoint = (
  db: Db,
): Promise<{ size: number; root: string; note: string } | null> =>
  db.maybe(sql`
    select size, root, note
    from audit_checkpoint
    where org_id = ${db.scope.orgId}
    order by size desc
    limit 1
  `);
