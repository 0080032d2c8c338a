import type { AreaManifest } from "#kernel/area.ts";
import { outlookPages } from "./outlook/outlook.pages.ts";
import { reportingPages } from "./reporting.pages.ts";

export const reportingArea = {
  name: "reporting",
  pages: { ...reportingPages, ...outlookPages },
  searches: {
    savedReport: {
      place: 71,
      label: "Report",
      begins: { at: "/enhanced-reporting", with: "report.keep" },
    },
    keptRun: {
      place: 72,
      label: "Kept run",
      begins: { at: "/enhanced-reporting", with: "report.keep" },
    },
    publication: {
      place: 74,
      label: "Published report",
      begins: { at: "/reports?tab=runs", with: "report.publish" },
    },
    reportDashboard: {
      place: 75,
      label: "Dashboard",
      begins: { at: "/reports?tab=dashboards", with: "report.keep" },
    },
    reportSchedule: {
      place: 73,
      label: "Report by mail",
      begins: { at: "/reports", with: "report.keep" },
    },
  },
  publishes: {
    reports: {
      place: 9,
      label: "Figures of reports, once two people published them",
    },
  },
  permissions: {
    // Each figure asks for its own permission beside this one.
    "report.read": ["member"],
    "report.keep": ["member"],
    "variance.explain": ["budget_officer", "manager", "admin"],
    "report.publish": ["manager", "admin", "budget_officer", "controller"],
    "report.share": ["manager", "admin", "budget_officer", "controller", "auditor"],
  },
} as const satisfies AreaManifest;
