import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The picture that a driver took belongs to the shipment. */
export const proofFiles: FileHolder = {
  column: "delivery_proof.photo_file_id",
  records: (db, fileId) =>
    db.rows<RecordName>(sql`
      select 'shipNotice' as type, ship_notice_id as id
      from delivery_proof
      where org_id = ${db.scope.orgId} and photo_file_id = ${fileId}
      limit 50
    `),
};
