import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What a requester does first. */
export const requesterStart: QuickStart = {
  id: "requester",
  title: "Asking for something",
  place: 30,
  duties: ["requester"],
  steps: [
    {
      id: "requisition",
      label: "Ask for something",
      about: "Describe it, say for which account, and submit: the rules say who approves.",
      href: "/smart-requisition/new",
      guide: "requisitions",
      done: (orgId, personId) => sql`
        select 1 as ok
        from requisition
        where org_id = ${orgId} and requester_id = ${personId}
        limit 1
      `,
    },
  ],
};
