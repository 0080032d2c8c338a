import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency brings its vendors. */
export const vendorStep: FirstStep = {
  id: "vendors",
  place: 90,
  label: "Bring your vendors",
  about: "Import the list you have; those already there are found by number and name.",
  href: "/vendor-directory/import",
  done: async (db) =>
    (await db.maybe(sql`select 1 as ok from vendor where org_id = ${db.scope.orgId} limit 1`)) !==
    null,
};
