import type { Holding } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { savedReportNoun } from "../report/report.noun.ts";
import { reportDashboardNoun } from "./dashboard.noun.ts";

const sharedBy = (db: Db, personId: string) =>
  db.rows<{ id: string; label: string; link: string }>(sql`
    select id, name as label, '/reports/dashboards/' || id as link
    from report_dashboard
    where org_id = ${db.scope.orgId} and owner_id = ${personId} and status = 'shared'
    order by name, id
    limit 200
  `);

const reportsSharedBy = (db: Db, personId: string) =>
  db.rows<{ id: string; label: string; link: string }>(sql`
    select id, name as label, '/reports/' || id as link
    from saved_report
    where org_id = ${db.scope.orgId} and owner_id = ${personId} and status = 'shared'
    order by name, id
    limit 200
  `);

/** Dashboards and reports that a member shares: a successor goes on with them, others never see a gap. */
export const sharedHoldings: readonly Holding[] = [
  {
    kind: "reportDashboards",
    label: "Dashboards that they share",
    place: 87,
    of: sharedBy,
    takeOver: async (tx, actor, personId, successorId) => {
      if (successorId === null) return 0;
      const left = await sharedBy(tx, personId);
      for (const { id } of left)
        await change(tx, asSystem(actor), reportDashboardNoun, {
          id,
          action: "take-over",
          patch: { ownerId: successorId },
        });
      return left.length;
    },
  },
  {
    kind: "savedReports",
    label: "Reports that they share",
    place: 88,
    of: reportsSharedBy,
    takeOver: async (tx, actor, personId, successorId) => {
      if (successorId === null) return 0;
      const left = await reportsSharedBy(tx, personId);
      for (const { id } of left)
        await change(tx, asSystem(actor), savedReportNoun, {
          id,
          action: "take-over",
          patch: { ownerId: successorId },
        });
      return left.length;
    },
  },
];
