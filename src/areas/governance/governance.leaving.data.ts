import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const governanceLeaving: readonly AgencyTable[] = [
  ...goAlong("legal_hold", "legal_hold_record"),
  apart("evidence_package", { copied: { not: "Was handed to somebody outside." } }),
  apart("legal_rule", { plain: { key: "Names the rule." } }),
];
