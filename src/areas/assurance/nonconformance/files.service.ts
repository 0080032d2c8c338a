import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** Photos of nonconformances. */
export const nonconformanceFiles: FileHolder = {
  column: "nonconformance.photo_file_ids",
  records: (db, id) =>
    db.rows<RecordName>(sql`
      select 'nonconformance' as type, id as id
      from nonconformance
      where org_id = ${db.scope.orgId} and photo_file_ids ? ${id}
      limit 50
    `),
};
