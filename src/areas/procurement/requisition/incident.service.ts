import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Ties a requisition, and the orders that took it over, to the incident in which it was asked for. */
export const placeUnderIncident = async (
  tx: Tx,
  requisitionId: string,
  incidentId: string,
): Promise<void> => {
  const row = await tx.maybe(sql`
    update requisition
    set incident_id = ${incidentId}
    where org_id = ${tx.scope.orgId} and id = ${requisitionId}
    returning id
  `);
  if (!row) throw notFound("requisition");
  await tx.rows(sql`
    update purchase_order o
    set incident_id = ${incidentId}
    where o.org_id = ${tx.scope.orgId}
      and o.id in (
        select l.purchase_order_id
        from requisition_line q
        join purchase_order_line l on l.org_id = q.org_id and l.requisition_line_id = q.id
        where q.org_id = ${tx.scope.orgId} and q.requisition_id = ${requisitionId}
      )
  `);
};

/** Ties an order that was placed without a requisition to the incident that it served. */
export const orderUnderIncident = async (
  tx: Tx,
  orderId: string,
  incidentId: string,
): Promise<void> => {
  const row = await tx.maybe(sql`
    update purchase_order
    set incident_id = ${incidentId}
    where org_id = ${tx.scope.orgId} and id = ${orderId}
    returning id
  `);
  if (!row) throw notFound("purchase order");
};

type OfIncident = { id: string; number: string; incidentId: string; status: string };
/** Hears that an incident's order was issued or ended, in that transaction; its status is the newest. */
export type IncidentOrderHeard = (tx: Tx, actor: Actor, order: OfIncident) => Promise<void>;
let heard: IncidentOrderHeard = async () => {};
/** Lets an incident hear that its orders were issued or ended; of their receipts `receiptListeners` tell. */
export const incidentOrders = extensionPoint<IncidentOrderHeard>(
  "what becomes of an incident's orders",
  (hear) => void (heard = hear),
);

/** Tells the incident of an order that it was issued or ended; nothing where it serves none. */
export const tellIncident = async (
  tx: Tx,
  actor: Actor,
  order: Omit<OfIncident, "incidentId"> & { incidentId: string | null },
): Promise<void> => {
  const { incidentId } = order;
  if (incidentId) await heard(tx, actor, { ...order, incidentId });
};
