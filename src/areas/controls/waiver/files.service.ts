import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** An awarding agency's permission belongs to the waiver that needs it. */
export const waiverFiles: readonly FileHolder[] = [
  {
    column: "control_waiver.permission_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'controlWaiver' as type, id
        from control_waiver
        where org_id = ${db.scope.orgId} and permission_file_id = ${fileId}
        limit 50
      `),
  },
];
