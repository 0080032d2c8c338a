import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const servedLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "served_agreement",
    "served_bill",
    "served_bill_line",
    "served_message",
    "served_receipt",
    "served_reminder",
    "served_request",
  ),
  apart("served_client", {
    copied: { madeUp: { address: "address", email: "mail", contacts: "phone" } },
  }),
  apart("served_link", {
    copied: { not: "A letter to somebody outside, with a link into the agency." },
  }),
];
