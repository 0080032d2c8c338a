import type { FileHolder } from "#server/files/holders.ts";
import type { RecordName } from "#server/noun.ts";
import { sql } from "#server/db/sql.ts";

/** What holds files in this area. */
export const vendorFiles: readonly FileHolder[] = [
  {
    column: "vendor_document.file_id",
    door: "the vendor's documents, tax forms for who may read them",
  },
  {
    column: "vendor_certification.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select distinct 'vendor' as type, vendor_id as id
        from vendor_certification
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "exclusion_search.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'vendor' as type, vendor_id as id
        from exclusion_search
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  { column: "exclusion_list.file_id", door: "the list of exclusions" },
];
