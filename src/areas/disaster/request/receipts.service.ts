import type { ReceiptHeard } from "#areas/procurement/procurement.server.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requestNoun } from "../incident/nouns.ts";

/**
 * Once everything came that was ordered for a request, the request is received: its requisition is
 * ordered whole, and no order of it still waits for goods.
 */
export const receiptOfIncident: ReceiptHeard = async (tx, actor, order) => {
  if (order.status !== "received") return;
  const whole = await tx.rows<{ id: string }>(sql`
    select r.id
    from incident_request r
    join requisition q on q.org_id = r.org_id and q.id = r.requisition_id
    where r.org_id = ${tx.scope.orgId}
      and r.incident_id = ${order.incidentId}
      and r.status in ('filled', 'partial')
      and q.status = 'ordered'
      and exists (
        select
        from purchase_order_line l
        join requisition_line ql on ql.org_id = l.org_id and ql.id = l.requisition_line_id
        where l.org_id = r.org_id
          and l.purchase_order_id = ${order.id}
          and ql.requisition_id = r.requisition_id
      )
      and not exists (
        select
        from purchase_order_line l
        join requisition_line ql on ql.org_id = l.org_id and ql.id = l.requisition_line_id
        join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
        where l.org_id = r.org_id
          and ql.requisition_id = r.requisition_id
          and o.status in ('draft', 'in_approval', 'issued', 'acknowledged', 'partly_received')
      )
    order by r.id
  `);
  for (const { id } of whole)
    await transition(tx, asSystem(actor), requestNoun, {
      id,
      action: "receive",
      effect: async () => ({ note: `${order.number} came whole` }),
    });
};
