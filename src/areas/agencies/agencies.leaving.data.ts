import { apart, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const agenciesLeaving: readonly AgencyTable[] = [
  apart("agency_export", {
    leaves: { without: { key_sealed: "Seals an export while it is made." } },
    copied: { not: "What was taken along of the agency." },
  }),
];
