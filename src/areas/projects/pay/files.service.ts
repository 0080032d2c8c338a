import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The contractor's signed paper of an application, and the papers of stored material. */
export const payFiles: readonly FileHolder[] = [
  {
    column: "pay_application.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'payApplication' as type, id as id
        from pay_application
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "pay_application.stored_file_ids",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'payApplication' as type, id as id
        from pay_application
        where org_id = ${db.scope.orgId} and stored_file_ids ? ${fileId}
        limit 50
      `),
  },
];
