import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ChangeDetail } from "./change.model.ts";

/** The lines of a change, in their order. */
export const linesOf = (db: Db, changeId: string) =>
  db.rows<ChangeDetail["lines"][number]>(sql`
    select id, line_no, description, amount, days
    from contract_change_line
    where org_id = ${db.scope.orgId} and change_id = ${changeId}
    order by line_no
  `);
