import { apart, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const securityLeaving: readonly AgencyTable[] = [
  apart("security_alert", {
    copied: { not: "What happened in the agency did not happen in its copy." },
  }),
  apart("security_case", {
    copied: { not: "What happened in the agency did not happen in its copy." },
  }),
];
