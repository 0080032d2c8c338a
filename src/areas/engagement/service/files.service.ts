import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const serviceFiles: readonly FileHolder[] = [
  {
    column: "service_request.photo_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'serviceRequest' as type, id as id
        from service_request
        where org_id = ${db.scope.orgId} and photo_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "service_addition.photo_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'serviceRequest' as type, service_request_id as id
        from service_addition
        where org_id = ${db.scope.orgId} and photo_id = ${fileId}
        limit 50
      `),
  },
];
