import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What a treasurer does first. */
export const treasurerStart: QuickStart = {
  id: "treasurer",
  title: "Paying",
  place: 70,
  duties: ["treasurer"],
  steps: [
    {
      id: "run",
      label: "Release a payment run",
      about: "Another person proposed it; you release, and the bank's file is made.",
      href: "/payments",
      guide: "payments",
      done: (orgId, personId) => sql`
        select 1 as ok
        from payment_run
        where org_id = ${orgId} and released_by = ${personId}
        limit 1
      `,
    },
  ],
};
