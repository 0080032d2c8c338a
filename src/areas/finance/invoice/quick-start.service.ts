import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What accounts payable does first. */
export const payableStart: QuickStart = {
  id: "payable",
  title: "Entering invoices",
  place: 60,
  duties: ["ap"],
  steps: [
    {
      id: "invoice",
      label: "Enter an invoice",
      about: "Type it or take the vendor's file: it is matched with order and receipt at once.",
      href: "/invoices/new",
      guide: "invoices",
      done: (orgId, personId) => sql`
        select 1 as ok
        from invoice
        where org_id = ${orgId} and created_by = ${personId}
        limit 1
      `,
    },
  ],
};
