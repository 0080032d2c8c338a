import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

type Source = "own" | "mutual_aid" | "contract" | "purchase" | "state";

/** What a step says when all lines of a resource request come from one source. */
export const sourcedOf = async (
  db: Db,
  requestId: string,
  source: Source,
  more: { giverId?: string | null; purchaseOrderId?: string | null; supplier?: string } = {},
) => ({
  sources: (
    await db.rows<{ id: string }>(sql`
      select id
      from incident_request_line
      where org_id = ${db.scope.orgId} and request_id = ${requestId}
      order by line_no
    `)
  ).map(({ id }) => ({ supplier: "", ...more, lineId: id, source })),
});
