import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The files of closeout papers, and the photos of what is published. */
export const paperFiles: readonly FileHolder[] = [
  { column: "project_publication.photo_ids", door: "the published project" },
  {
    column: "closeout_paper.file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'closeoutPaper' as type, id as id
        from closeout_paper
        where org_id = ${db.scope.orgId} and file_ids ? ${id}
        limit 50
      `),
  },
];
