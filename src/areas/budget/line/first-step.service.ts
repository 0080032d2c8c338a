import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency loads its budget before it buys. */
export const budgetStep: FirstStep = {
  id: "budget",
  place: 70,
  label: "Open the fiscal year and load the budget",
  about: "From your spreadsheet: every purchase is checked against it.",
  href: "/budget-management",
  done: async (db) =>
    (await db.maybe(
      sql`select 1 as ok from budget_line where org_id = ${db.scope.orgId} limit 1`,
    )) !== null,
};
