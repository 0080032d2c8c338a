import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const emergencyLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "emergency_account",
    "emergency_kit",
    "emergency_kit_line",
    "emergency_purchase",
    "local_declaration",
  ),
  apart("emergency_approver", { copied: { madeUp: { telephone: "phone" } } }),
];
