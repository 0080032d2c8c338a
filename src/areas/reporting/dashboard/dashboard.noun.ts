import { defineNoun } from "#server/lifecycle.ts";
import { reportDashboard } from "../reporting.tables.ts";
import { reportDashboardCycle } from "./dashboard.labels.ts";

export const reportDashboardNoun = defineNoun({
  name: "reportDashboard",
  path: "report-dashboards",
  page: "/reports/dashboards",
  table: reportDashboard,
  cycle: reportDashboardCycle,
  number: (row) => row.number,
  read: "report.read",
  visible: (_db, actor, row) => row.status === "shared" || row.ownerId === actor.personId,
});
