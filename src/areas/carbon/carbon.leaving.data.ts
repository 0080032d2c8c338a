import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const carbonLeaving: readonly AgencyTable[] = [
  ...goAlong("carbon_credit", "carbon_year"),
  apart("carbon_factor", { plain: { factor_key: "Names the factor." } }),
  apart("carbon_gap", { plain: { source_key: "The record it was counted from." } }),
  apart("carbon_line", { plain: { source_key: "The record it was counted from." } }),
];
