import { defineNoun } from "#server/lifecycle.ts";
import { savedReport } from "../reporting.tables.ts";
import { savedReportCycle } from "./report.labels.ts";

export const savedReportNoun = defineNoun({
  name: "savedReport",
  path: "saved-reports",
  page: "/reports",
  table: savedReport,
  cycle: savedReportCycle,
  number: (row) => row.number,
  read: "report.read",
  visible: (_db, actor, row) => row.status === "shared" || row.ownerId === actor.personId,
});
