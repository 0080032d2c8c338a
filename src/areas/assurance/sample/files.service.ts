import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The rows of a population belong to its procedure: its audit's team has them until the issue. */
export const populationFiles: FileHolder = {
  column: "assurance_population.file_id",
  records: (db, fileId) =>
    db.rows<RecordName>(sql`
      select 'auditProcedure' as type, procedure_id as id
      from assurance_population
      where org_id = ${db.scope.orgId} and file_id = ${fileId}
      limit 50
    `),
};
