import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** How many entries the record of the scope's agency has, and when the last was written. */
export const recordSpan = (db: Db): Promise<{ entries: number; last: string | null }> =>
  db.one(sql`
    select count(*)::int as entries, max(at) as last
    from audit_entry
    where org_id = ${db.scope.orgId}
  `);

/** Whether the record of the scope's agency was sealed over so many entries with this root. */
export const holdsCheckpoint = async (
  db: Db,
  { size, root }: { size: number; root: string },
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as there
    from audit_checkpoint
    where org_id = ${db.scope.orgId} and size = ${size} and root = ${root}
  `)) !== null;
