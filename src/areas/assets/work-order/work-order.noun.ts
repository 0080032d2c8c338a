import { notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { workOrder } from "../assets.tables.ts";
import {
  workOrderCycle,
  type WorkOrderAction,
  type WorkOrderFacts,
  type WorkOrderStatus,
} from "./work-order.labels.ts";

type Stored = typeof workOrder.$inferSelect;
export type WorkOrderRecord = Stored & Pick<WorkOrderFacts, "openTasks" | "locateHolds">;

const facts = async (tx: Tx, id: string) => {
  const found = await tx.maybe<Pick<WorkOrderFacts, "openTasks" | "locateHolds">>(sql`
    select
      (
        select count(*)::int
        from work_order_task t
        where t.org_id = w.org_id and t.work_order_id = w.id and t.mandatory and t.done_at is null
      ) as open_tasks,
      coalesce(w.locate_until >= ${businessDate(tx.scope)}::date, false) as locate_holds
    from work_order w
    where w.org_id = ${tx.scope.orgId} and w.id = ${id}
  `);
  // The record's lock is asked for at the same time, and has not said yet that nothing is there.
  if (!found) throw notFound("work order");
  return found;
};

export const workOrderNoun = defineNoun<
  WorkOrderStatus,
  WorkOrderAction,
  typeof workOrder,
  WorkOrderRecord
>({
  name: "workOrder",
  path: "work-orders",
  page: "/maintenance-management",
  table: workOrder,
  cycle: workOrderCycle,
  number: (row) => row.number,
  askers: ["requestedBy"],
  facts,
});
