import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const reportingLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "kept_run",
    "outlook_frozen",
    "publication",
    "publication_run",
    "report_dashboard",
    "report_dashboard_home",
    "saved_report",
    "variance_explanation",
  ),
  apart("report_schedule", { copied: { not: "Sends letters." } }),
  apart("report_schedule_reader", { copied: { not: "Sends letters." } }),
  apart("report_sending", { copied: { not: "Sends letters." } }),
  apart("report_sending_letter", { copied: { not: "Sends letters." } }),
];
