import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ContractDetail } from "./contract.model.ts";

/** What was taken over from the award or the requisition. */
export const linesOf = (db: Db, id: string) =>
  db.rows<ContractDetail["lines"][number]>(sql`
    select id, line_no, description, commodity_code, quantity, unit, unit_price, amount
    from contract_line
    where org_id = ${db.scope.orgId} and contract_id = ${id}
    order by line_no
  `);
