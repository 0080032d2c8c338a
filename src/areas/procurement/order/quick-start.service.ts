import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What buyers and receivers do first. */
export const buyerStart: QuickStart = {
  id: "buyer",
  title: "Buying",
  place: 40,
  duties: ["buyer"],
  steps: [
    {
      id: "order",
      label: "Make an order",
      about: "From an approved requisition: its lines, prices and accounts come along.",
      href: "/smart-requisition?status=approved",
      guide: "purchase-orders",
      done: (orgId, personId) => sql`
        select 1 as ok
        from purchase_order
        where org_id = ${orgId} and buyer_id = ${personId}
        limit 1
      `,
    },
  ],
};
