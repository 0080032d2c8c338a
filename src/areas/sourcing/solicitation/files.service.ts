import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const sourcingFiles: readonly FileHolder[] = [
  {
    column: "solicitation_document.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'solicitation' as type, solicitation_id as id
        from solicitation_document
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "bid_file.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'bid' as type, bid_id as id
        from bid_file
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
