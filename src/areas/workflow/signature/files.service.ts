import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const signatureFiles: readonly FileHolder[] = [
  {
    column: "signature_request.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'signature' as type, id as id
        from signature_request
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "signature_request.result_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'signature' as type, id as id
        from signature_request
        where org_id = ${db.scope.orgId} and result_file_id = ${fileId}
        limit 50
      `),
  },
  {
    // Whoever is asked to decide sees the papers of what they decide, whatever else they may read.
    column: "attachment.file_id",
    sees: async (db, actor, fileId) =>
      (await db.maybe(sql`
        select 1
        from attachment a
        join approval_request q on q.org_id = a.org_id and q.document_id = a.object_id
        join approval_step s on s.org_id = q.org_id and s.request_id = q.id
        join approval_assignee g on g.org_id = s.org_id and g.step_id = s.id
        where a.org_id = ${db.scope.orgId}
          and a.file_id = ${fileId}
          and g.person_id = ${actor.personId}
        limit 1
      `)) !== null,
  },
];
