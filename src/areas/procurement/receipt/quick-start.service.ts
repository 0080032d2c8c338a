import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What receivers do first. */
export const receiverStart: QuickStart = {
  id: "receiver",
  title: "Receiving",
  place: 50,
  duties: ["receiver"],
  steps: [
    {
      id: "receipt",
      label: "Record a receipt",
      about: "What came, what was wrong with it, and a photo: only what is received is paid.",
      href: "/purchase-orders?receivable=true",
      guide: "purchase-orders",
      done: (orgId, personId) => sql`
        select 1 as ok
        from receipt
        where org_id = ${orgId} and received_by = ${personId}
        limit 1
      `,
    },
  ],
};
