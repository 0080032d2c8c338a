import { openAtEnds, type Moved } from "#kernel/forecast/months.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { SeriesSource } from "#server/outlook/sources.ts";

/** How many work orders were open at the end of each month; those that were called off count nowhere. */
export const workOrderBacklog: SeriesSource = {
  id: "workOrders",
  label: "Backlog",
  permission: "workOrder.read",
  unit: "count",
  page: "/maintenance-management",
  backlog: true,
  read: async (db: Db) => {
    const zone = db.scope.timeZone ?? "UTC";
    const moves = await db.rows<Moved>(sql`
      select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as n
      from work_order
      where org_id = ${db.scope.orgId} and status <> 'cancelled'
      group by 1
      union all
      select to_char(completed_at at time zone ${zone}, 'YYYY-MM') as month, -count(*)::int as n
      from work_order
      where org_id = ${db.scope.orgId} and status <> 'cancelled' and completed_at is not null
      group by 1
    `);
    const open = openAtEnds(moves, businessDate(db.scope).slice(0, 7));
    return open ? [{ id: "open", label: "Open work orders", ...open }] : [];
  },
};
