import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency asks for its first thing, and orders it. */
export const purchaseSteps: readonly FirstStep[] = [
  {
    id: "requisition",
    part: "order",
    place: 90,
    label: "Ask for the first thing",
    about: "Submit a requisition; the second person approves it.",
    href: "/smart-requisition/new",
    onward: async (db) => {
      const newest = await db.maybe<{ id: string }>(sql`
        select id
        from requisition
        where org_id = ${db.scope.orgId}
          and status in ('draft', 'in_approval', 'approved', 'returned')
        order by created_at desc
        limit 1
      `);
      return newest && `/smart-requisition/${newest.id}`;
    },
    done: async (db) =>
      (await db.maybe(sql`
        select 1 as ok
        from requisition
        where org_id = ${db.scope.orgId} and status in ('approved', 'partly_ordered', 'ordered')
        limit 1
      `)) !== null,
  },
  {
    id: "order",
    part: "order",
    place: 100,
    label: "Send the first order",
    about: "Made from the approved requisition; the vendor gets it by mail.",
    href: "/smart-requisition",
    onward: async (db) => {
      const order = await db.maybe<{ id: string }>(sql`
        select id
        from purchase_order
        where org_id = ${db.scope.orgId} and issued_at is null
        order by created_at desc
        limit 1
      `);
      if (order) return `/purchase-orders/${order.id}`;
      const approved = await db.maybe<{ id: string }>(sql`
        select id
        from requisition
        where org_id = ${db.scope.orgId} and status = 'approved'
        order by created_at desc
        limit 1
      `);
      return approved && `/smart-requisition/${approved.id}`;
    },
    done: async (db) =>
      (await db.maybe(sql`
        select 1 as ok
        from purchase_order
        where org_id = ${db.scope.orgId} and issued_at is not null
        limit 1
      `)) !== null,
  },
];
