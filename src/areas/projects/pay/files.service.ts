import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The contractor's signed paper of an application. */
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
];
