import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const rightsLeaving: readonly AgencyTable[] = [
  ...goAlong("access_request", "leaving", "rights_review_item", "rights_review_result"),
  apart("rights_review", { plain: { digest: "SHA-256 of what was reviewed." } }),
];
