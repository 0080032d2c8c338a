import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Ended = { workOrderId: string } | { inspectionId: string };

/**
 * Ends the cycle whose work ended: done on the agency's day, or skipped with why it was cancelled.
 * What belongs to no plan has no cycle, and nothing happens.
 */
export const endCycle = (
  tx: Tx,
  of: Ended,
  ended: { status: "done" | "skipped"; why: string },
): Promise<unknown> =>
  tx.rows(sql`
    update plan_cycle y
    set
      status = ${ended.status}, why = ${ended.why},
      done_on = case when ${ended.status} = 'done' then ${businessDate(tx.scope)}::date end,
      meter_total = (
        select m.total
        from asset_meter m
        join maintenance_plan p on p.org_id = m.org_id and p.meter_kind = m.kind
        where p.org_id = y.org_id and p.id = y.plan_id and m.asset_id = y.asset_id
      ),
      version = y.version + 1, updated_at = clock_timestamp()
    where y.org_id = ${tx.scope.orgId}
      and y.status = 'open'
      and (
        y.work_order_id = ${"workOrderId" in of ? of.workOrderId : null}::uuid
        or y.inspection_id = ${"inspectionId" in of ? of.inspectionId : null}::uuid
      )
  `);
