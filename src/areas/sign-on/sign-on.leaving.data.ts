import {
  apart,
  noWayIn,
  secretHere,
  stayBehind,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const signOnLeaving: readonly AgencyTable[] = [
  apart("provider_identity", { copied: { not: noWayIn } }),
  apart("sign_in_event", { copied: { not: noWayIn } }),
  apart("sign_in_mapping", { copied: { not: noWayIn } }),
  ...stayBehind("A sign-in under way, for minutes.", "sign_in_attempt"),
  apart("sign_in_domain", {
    leaves: { without: { token: "Proves a domain to this installation." } },
    copied: { not: noWayIn },
  }),
  apart("sign_in_provider", {
    leaves: { without: { secret_sealed: secretHere, own_key_sealed: secretHere } },
    copied: { not: noWayIn },
  }),
];
