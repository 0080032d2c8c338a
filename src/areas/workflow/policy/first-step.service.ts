import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency says who approves what. */
export const policyStep: FirstStep = {
  id: "policies",
  part: "order",
  place: 70,
  label: "Say who approves what",
  about:
    "Begin with a starting set by the size of the agency; every policy of it can be changed. Without one nothing can be submitted.",
  href: "/approvals-inbox/policies",
  done: async (db) =>
    (await db.maybe(sql`
      select 1 as ok
      from approval_policy
      where org_id = ${db.scope.orgId} and document_type = 'requisition' and status = 'published'
      limit 1
    `)) !== null,
};
