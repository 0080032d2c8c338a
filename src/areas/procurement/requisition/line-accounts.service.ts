import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { sharesOfRequisitionLine } from "../shares.service.ts";

/** The accounts that pay these lines of requisitions, with the line that each pays. */
export const accountsOfRequisitionLines = (
  db: Db,
  lineIds: readonly string[],
): Promise<{ lineId: string; accountStringId: string }[]> =>
  db.rows(sql`
    select l.id as line_id, s.account_string_id
    from requisition_line l
    cross join ${sharesOfRequisitionLine} s
    where l.org_id = ${db.scope.orgId} and l.id = any(${[...lineIds]}::uuid[])
  `);
