import {
  apart,
  noWayIn,
  secretHere,
  stayBehind,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const directoryLeaving: readonly AgencyTable[] = [
  ...stayBehind(secretHere, "directory_token"),
  apart("directory", { copied: { not: noWayIn } }),
  apart("directory_call", { copied: { not: noWayIn } }),
  apart("directory_group", { copied: { not: noWayIn } }),
  apart("directory_group_member", { copied: { not: noWayIn } }),
  apart("directory_mapping", { copied: { not: noWayIn } }),
  apart("directory_user", { copied: { not: noWayIn } }),
];
