import {
  apart,
  linkOf,
  noWayIn,
  stayBehind,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const identityLeaving: readonly AgencyTable[] = [
  ...stayBehind(linkOf, "verification"),
  apart("break_glass_member", { copied: { not: noWayIn } }),
  apart("break_glass_use", { copied: { not: noWayIn } }),
  apart("security_event", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("sign_in_rule", { copied: { not: noWayIn } }),
];
