import { defineNoun } from "#server/lifecycle.ts";
import { grantReport } from "../grants.tables.ts";
import { reportCycle, type ReportAction, type ReportStatus } from "./report.labels.ts";

export type ReportRecord = typeof grantReport.$inferSelect;
export const reportNoun = defineNoun<ReportStatus, ReportAction, typeof grantReport, ReportRecord>({
  name: "grantReport",
  path: "grant-reports",
  page: "/grant-management/reports",
  table: grantReport,
  cycle: reportCycle,
  keepsFiles: ["certified", "submitted"],
  number: (row) => row.number,
  read: "grant.read",
});
