import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** Quotes in writing belong to the requisition or order that they were recorded on. */
export const quoteFiles: readonly FileHolder[] = [
  {
    column: "price_quote.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select
          case when requisition_id is null then 'purchaseOrder' else 'requisition' end as type,
          coalesce(requisition_id, purchase_order_id) as id
        from price_quote
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
