import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Held, Holding } from "#areas/organization/organization.server.ts";
import { takeOverOrder, takeOverRequisition } from "./takeover.service.ts";

const requisitionsOf = (db: Db, personId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select id, number || ': ' || title as label, '/smart-requisition/' || id as link
    from requisition
    where org_id = ${db.scope.orgId}
      and requester_id = ${personId}
      and status in ('draft', 'returned')
    order by number
    limit 200
  `);
const ordersOf = (db: Db, personId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select id, number || ': ' || title as label, '/purchase-orders/' || id as link
    from purchase_order
    where org_id = ${db.scope.orgId} and buyer_id = ${personId} and status in ('draft', 'returned')
    order by number
    limit 200
  `);

/** Drafts of requisitions and orders: a successor takes them over once their author is gone. */
export const draftHoldings: readonly Holding[] = [
  {
    kind: "requisitions",
    label: "Drafts of requisitions",
    place: 50,
    of: requisitionsOf,
    takeOver: async (tx, actor, personId, successorId) => {
      const drafts = await requisitionsOf(tx, personId);
      for (const { id } of drafts)
        await takeOverRequisition(tx, actor, { id, version: null }, { personId: successorId });
      return drafts.length;
    },
  },
  {
    kind: "orders",
    label: "Drafts of orders",
    place: 60,
    of: ordersOf,
    takeOver: async (tx, actor, personId, successorId) => {
      const drafts = await ordersOf(tx, personId);
      for (const { id } of drafts)
        await takeOverOrder(tx, actor, { id, version: null }, { personId: successorId });
      return drafts.length;
    },
  },
];
