import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The file of a schedule as it was handed in. */
export const proposalFiles: readonly FileHolder[] = [
  {
    column: "schedule_proposal.file_id",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'scheduleProposal' as type, id as id
        from schedule_proposal
        where org_id = ${db.scope.orgId} and file_id = ${id}::uuid
        limit 50
      `),
  },
];
