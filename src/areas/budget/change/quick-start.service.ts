import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "#areas/organization/organization.server.ts";

/** What a budget officer does first. */
export const budgetStart: QuickStart = {
  id: "budget",
  title: "The budget",
  place: 80,
  duties: ["budget_officer"],
  steps: [
    {
      id: "change",
      label: "Move or amend budget",
      about: "With its reason and who decides; the ledger keeps both sides.",
      href: "/budget-management",
      guide: "budget",
      done: (orgId, personId) => sql`
        select 1 as ok
        from budget_change
        where org_id = ${orgId} and requested_by = ${personId}
        limit 1
      `,
    },
  ],
};
