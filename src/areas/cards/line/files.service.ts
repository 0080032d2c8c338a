import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** Receipts belong to their line, a statement to its cycle. */
export const cardFiles: readonly FileHolder[] = [
  {
    column: "card_line.receipt_file_ids",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'cardLine' as type, id as id
        from card_line
        where org_id = ${db.scope.orgId} and receipt_file_ids ? ${fileId}
        limit 50
      `),
  },
  {
    column: "card_cycle.statement_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'cardCycle' as type, id as id
        from card_cycle
        where org_id = ${db.scope.orgId} and statement_file_id = ${fileId}
        limit 50
      `),
  },
];
