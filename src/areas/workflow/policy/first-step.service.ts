import { sql } from "#server/db/sql.ts";
import type { FirstStep } from "#areas/organization/organization.server.ts";

/** A new agency says who approves what. */
export const policyStep: FirstStep = {
  id: "policies",
  place: 80,
  label: "Say who approves what",
  about: "Amounts, funds and departments decide; try a policy before it is published.",
  href: "/approvals-inbox/policies",
  done: async (db) =>
    (await db.maybe(sql`
      select 1 as ok
      from approval_policy
      where org_id = ${db.scope.orgId} and status = 'published'
      limit 1
    `)) !== null,
};
