import type { AreaManifest } from "#kernel/area.ts";
import { outlookPages } from "./outlook/outlook.pages.ts";
import { reportingPages } from "./reporting.pages.ts";

export const reportingArea = {
  name: "reporting",
  pages: { ...reportingPages, ...outlookPages },
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
    "growth.read": ["manager", "admin"],
    "variance.explain": ["budget_officer", "manager", "admin"],
    "report.publish": ["manager", "admin", "budget_officer", "controller"],
    "report.share": ["manager", "admin", "budget_officer", "controller", "auditor"],
  },
} as const satisfies AreaManifest;
