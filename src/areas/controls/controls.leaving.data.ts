import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const controlsLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "control_failure",
    "control_passing",
    "control_sweep",
    "control_version",
    "control_waiver",
    "purchase_file_entry",
  ),
  apart("control_result", { plain: { digest: "SHA-256 of the facts." } }),
  apart("control_standing", { plain: { digest: "SHA-256 of the facts." } }),
  apart("purchase_file", { plain: { digest: "SHA-256 of the file." } }),
];
