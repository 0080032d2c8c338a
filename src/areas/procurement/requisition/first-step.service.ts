import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency buys its first thing. */
export const requisitionStep: FirstStep = {
  id: "requisition",
  place: 100,
  label: "Ask for the first thing",
  about: "A small purchase from request to payment shows whether all of it holds.",
  href: "/smart-requisition/new",
  done: async (db) =>
    (await db.maybe(
      sql`select 1 as ok from requisition where org_id = ${db.scope.orgId} limit 1`,
    )) !== null,
};
