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
type Known = Pick<WorkOrderFacts, "openTasks" | "openHours" | "openPermits" | "locateHolds">;
export type WorkOrderRecord = Stored & Known;

/** What the rules of a work order ask beside its own row. 404. */
export const workFacts = async (tx: Pick<Tx, "maybe" | "scope">, id: string): Promise<Known> => {
  const today = businessDate(tx.scope);
  const found = await tx.maybe<Known>(sql`
    select
      (
        select count(*)::int
        from work_order_task t
        where t.org_id = w.org_id and t.work_order_id = w.id and t.mandatory and t.done_at is null
      ) as open_tasks,
      (
        select count(*)::int
        from work_hour h
        where h.org_id = w.org_id and h.work_order_id = w.id and h.status = 'entered'
      ) as open_hours,
      array(
        select k.kind
        from (
          values
            ('lockout', w.lockout), ('confinedSpace', w.confined_space), ('hotWork', w.hot_work)
        ) k(kind, demanded)
        where k.demanded
          and not exists (
            select 1
            from work_permit m
            where m.org_id = w.org_id
              and m.work_order_id = w.id
              and m.kind = k.kind
              and m.issued_on = ${today}
          )
      ) as open_permits,
      coalesce(w.locate_until >= ${today}::date, false) as locate_holds
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
  facts: workFacts,
});
