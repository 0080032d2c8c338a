import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const financeFiles: readonly FileHolder[] = [
  {
    column: "invoice.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'invoice' as type, id as id
        from invoice
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  { column: "payment_run.nacha_file_id", door: "the file for the bank" },
  { column: "payment_run.register_file_id", door: "the register of the run" },
  { column: "payment_file.file_id", door: "the file for the bank" },
  { column: "payment.bank_file_id", door: "the file for the bank" },
];
