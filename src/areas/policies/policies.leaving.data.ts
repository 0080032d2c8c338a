import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const policiesLeaving: readonly AgencyTable[] = [
  ...goAlong("agency_certificate", "agency_policy", "policy_acknowledgement"),
];
