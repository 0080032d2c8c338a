import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** When the ledger of the scope's agency was last written; null before its first entry. */
export const lastEntryAt = async (db: Db): Promise<Instant | null> =>
  (
    await db.maybe<{ at: Instant }>(sql`
      select at
      from audit_entry
      where org_id = ${db.scope.orgId}
      order by id desc
      limit 1
    `)
  )?.at ?? null;
