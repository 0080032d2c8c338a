import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** A file belongs to the certificate that names it. */
export const trainingFiles: readonly FileHolder[] = [
  {
    column: "person_certificate.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'personCertificate' as type, id
        from person_certificate
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
