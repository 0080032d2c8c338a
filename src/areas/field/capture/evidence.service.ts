import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The captures that made or moved these records: their entries hold the hash of what was signed. */
export const capturesOfRecords = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from field_capture
      where org_id = ${db.scope.orgId}
        and (
          applied_id = any(${[...ids]}::uuid[])
          or (record_id = any(${[...ids]}::uuid[]) and status = 'applied')
        )
      order by id
      limit 2000
    `)
  ).map(({ id }) => id);
