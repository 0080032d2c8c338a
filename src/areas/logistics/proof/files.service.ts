import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The picture that a driver took belongs to the shipment or transfer. */
export const proofFiles: FileHolder = {
  column: "delivery_proof.photo_file_id",
  records: (db, fileId) =>
    db.rows<RecordName>(sql`
      select
        case when ship_notice_id is null then 'stockTransfer' else 'shipNotice' end as type,
        coalesce(ship_notice_id, stock_transfer_id) as id
      from delivery_proof
      where org_id = ${db.scope.orgId} and photo_file_id = ${fileId}
      limit 50
    `),
};
