import { apart, stayBehind, type AgencyTable } from "#server/agency-tables/rule.ts";

const copy = { not: "About the agency and its operator; a copy has no support." };

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const agenciesLeaving: readonly AgencyTable[] = [
  apart("support_access", { copied: copy }),
  apart("agency_export", {
    leaves: { without: { key_sealed: "Seals an export while it is made." } },
    copied: { not: "What was taken along of the agency." },
  }),
  apart("agency_sandbox", { copied: { not: "A copy is not copied." } }),
  apart("agency_ending", { copied: { not: "A copy ends by itself." } }),
  {
    ...stayBehind("The operator's report of another agency that is gone.", "agency_deletion")[0]!,
    ends: { kept: "The report is all that remains of an agency; the operator's is never deleted." },
  },
];
