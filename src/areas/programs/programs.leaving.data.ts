import {
  apart,
  noWayIn,
  secretHere,
  stayBehind,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const programsLeaving: readonly AgencyTable[] = [
  ...stayBehind(secretHere, "program_key"),
  apart("program_account", { copied: { not: noWayIn } }),
  apart("program_call", { copied: { not: noWayIn } }),
];
