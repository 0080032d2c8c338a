import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const receiptFiles: readonly FileHolder[] = [
  {
    column: "receipt.photo_file_ids",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'purchaseOrder' as type, purchase_order_id as id
        from receipt
        where org_id = ${db.scope.orgId} and photo_file_ids ? ${fileId}
        limit 50
      `),
  },
];
