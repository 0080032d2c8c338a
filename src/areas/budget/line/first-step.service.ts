import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

const segment = async (db: Db, kind: "fund" | "account"): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as ok
    from segment_value
    where org_id = ${db.scope.orgId} and kind = ${kind}
    limit 1
  `)) !== null;

/** What a new agency sets up of its money before it buys: year, fund, account, and a line of the three. */
export const budgetSteps: readonly FirstStep[] = [
  {
    id: "year",
    part: "order",
    place: 10,
    label: "Open the fiscal year",
    about: "Every request is charged to the year of its day.",
    href: "/budget-management/accounts",
    done: async (db) =>
      (await db.maybe(
        sql`select 1 as ok from fiscal_year where org_id = ${db.scope.orgId} limit 1`,
      )) !== null,
  },
  {
    id: "fund",
    part: "order",
    place: 20,
    label: "Add a fund",
    about: "Where the money comes from: 101 General Fund.",
    href: "/budget-management/accounts",
    done: (db) => segment(db, "fund"),
  },
  {
    id: "account",
    part: "order",
    place: 40,
    label: "Add an account",
    about: "What the money is spent on: 5340 Road materials.",
    href: "/budget-management/accounts",
    done: (db) => segment(db, "account"),
  },
  {
    id: "budget",
    part: "order",
    place: 50,
    label: "Adopt a budget line",
    about:
      "Fund, department and account with what was adopted, one by one or from your spreadsheet. Every purchase is checked against it.",
    href: "/budget-management",
    done: async (db) =>
      (await db.maybe(
        sql`select 1 as ok from budget_line where org_id = ${db.scope.orgId} limit 1`,
      )) !== null,
  },
];
