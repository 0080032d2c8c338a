import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** Waivers that were signed on paper. */
export const waiverFiles: readonly FileHolder[] = [
  {
    column: "pay_waiver.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'waiver' as type, id as id
        from pay_waiver
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
