import { apart, noWayIn, secretHere, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const connectorsLeaving: readonly AgencyTable[] = [
  apart("connector", {
    leaves: { without: { credential: secretHere } },
    copied: { not: noWayIn },
    plain: { credential_header: "The header that the credential is sent in." },
  }),
  apart("connector_delivery", { copied: { not: noWayIn } }),
  apart("connector_run", { copied: { not: noWayIn } }),
];
