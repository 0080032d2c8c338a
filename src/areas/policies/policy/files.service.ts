import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** A file belongs to the policy or the certificate that names it. */
export const policyFiles: readonly FileHolder[] = [
  {
    column: "agency_policy.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'agencyPolicy' as type, id
        from agency_policy
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "agency_certificate.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'agencyCertificate' as type, id
        from agency_certificate
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
