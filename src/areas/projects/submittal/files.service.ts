import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What was submitted and marked, of each revision. */
export const submittalFiles: readonly FileHolder[] = [
  {
    column: "submittal.file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'submittal' as type, id as id
        from submittal
        where org_id = ${db.scope.orgId} and file_ids ? ${id}
        limit 50
      `),
  },
  {
    column: "submittal.review_file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'submittal' as type, id as id
        from submittal
        where org_id = ${db.scope.orgId} and review_file_ids ? ${id}
        limit 50
      `),
  },
  {
    column: "submittal_turn.file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'submittal' as type, submittal_id as id
        from submittal_turn
        where org_id = ${db.scope.orgId} and file_ids ? ${id}
        limit 50
      `),
  },
];
