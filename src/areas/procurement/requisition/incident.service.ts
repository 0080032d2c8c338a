import { notFound } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Ties a requisition to the incident in which it was asked for; its orders are the incident's. */
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
