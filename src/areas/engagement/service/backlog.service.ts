import { openAtEnds, type Moved } from "#kernel/forecast/months.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { SeriesSource } from "#server/outlook/sources.ts";

/** How many requests of citizens were open at the end of each month. */
export const requestBacklog: SeriesSource = {
  id: "serviceRequests",
  label: "Backlog",
  permission: "serviceRequest.read",
  unit: "count",
  page: "/service-requests",
  backlog: true,
  read: async (db: Db) => {
    const zone = db.scope.timeZone ?? "UTC";
    const moves = await db.rows<Moved>(sql`
      select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as n
      from service_request
      where org_id = ${db.scope.orgId}
      group by 1
      union all
      select to_char(closed_at at time zone ${zone}, 'YYYY-MM') as month, -count(*)::int as n
      from service_request
      where org_id = ${db.scope.orgId} and closed_at is not null
      group by 1
    `);
    const open = openAtEnds(moves, businessDate(db.scope).slice(0, 7));
    return open ? [{ id: "open", label: "Open service requests", ...open }] : [];
  },
};
