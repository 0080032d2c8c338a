import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency brings a vendor, and screens it before it is used. */
export const vendorStep: FirstStep = {
  id: "vendors",
  part: "order",
  place: 80,
  label: "Add a vendor and activate it",
  about:
    "Nobody orders from a vendor that was not screened: load the exclusion list of SAM.gov, or search there by hand and record what you found.",
  href: "/vendor-directory/new",
  onward: async (db) => {
    const draft = await db.maybe<{ id: string }>(sql`
      select id
      from vendor
      where org_id = ${db.scope.orgId} and status = 'draft'
      order by created_at desc
      limit 1
    `);
    return draft && `/vendor-directory/${draft.id}?tab=screening`;
  },
  done: async (db) =>
    (await db.maybe(sql`
      select 1 as ok
      from vendor
      where org_id = ${db.scope.orgId} and status = 'active'
      limit 1
    `)) !== null,
};
