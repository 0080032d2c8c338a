import { sql } from "#server/db/sql.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";

/** Runs of workflows that stopped and wait for somebody to try again or skip. */
export const failedRuns: AdminMatter = {
  id: "flow-runs",
  one: "workflow run stopped",
  many: "workflow runs stopped",
  about: "Each says why; try its step again, skip it with a reason, or cancel it.",
  href: "/workflow-engine?status=failed",
  permission: "flowRun.read",
  count: async (db) =>
    (
      await db.one<{ n: number }>(sql`
        select count(*)::int as n
        from flow_run
        where org_id = ${db.scope.orgId} and status = 'failed'
      `)
    ).n,
};
