import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** Photos and files of questions and of their answers. */
export const rfiFiles: readonly FileHolder[] = [
  {
    column: "rfi.file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'rfi' as type, id as id
        from rfi
        where org_id = ${db.scope.orgId} and file_ids ? ${id}
        limit 50
      `),
  },
  {
    column: "rfi.answer_file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'rfi' as type, id as id
        from rfi
        where org_id = ${db.scope.orgId} and answer_file_ids ? ${id}
        limit 50
      `),
  },
];
