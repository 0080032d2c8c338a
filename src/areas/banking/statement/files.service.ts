import { sql } from "#server/db/sql.ts";
import type { FileHolder } from "#server/files/holders.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const bankingFiles: readonly FileHolder[] = [
  {
    column: "bank_statement.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'bankStatement' as type, id
        from bank_statement
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
