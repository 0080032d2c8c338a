import {
  apart,
  goAlong,
  noWayIn,
  secretHere,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const assistantLeaving: readonly AgencyTable[] = [
  ...goAlong("copilot_setting", "model_use", "product_agent"),
  apart("copilot_conversation", {
    leaves: { not: "What one person asked the assistant, for that person alone." },
    copied: { not: "What one person asked, for that person alone." },
  }),
  apart("copilot_message", {
    leaves: { not: "What one person asked the assistant, for that person alone." },
    copied: { not: "What one person asked, for that person alone." },
  }),
  apart("model_setting", {
    leaves: { without: { sealed_key: secretHere } },
    copied: { not: noWayIn },
  }),
];
