import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** The files of distances that plans are solved on. */
export const matrixFiles: readonly FileHolder[] = [
  {
    column: "route_plan.matrix_file_id",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'routePlan' as type, id as id
        from route_plan
        where org_id = ${db.scope.orgId} and matrix_file_id = ${id}::uuid
        limit 50
      `),
  },
];
