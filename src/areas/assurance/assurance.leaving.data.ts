import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const assuranceLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "assurance_audit",
    "assurance_clause",
    "assurance_finding",
    "assurance_item",
    "assurance_member",
    "assurance_procedure",
    "assurance_request",
    "assurance_request_words",
    "assurance_sample",
    "assurance_tie",
    "nonconformance",
    "quality_objective",
    "quality_signal",
  ),
  apart("assurance_population", { plain: { digest: "SHA-256 of the rows." } }),
  apart("assurance_standard", { plain: { digest: "SHA-256 of the standard as it came." } }),
];
