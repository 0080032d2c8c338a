import {
  apart,
  goAlong,
  linkOf,
  stayBehind,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const workflowLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "approval_assignee",
    "approval_delegation",
    "approval_policy",
    "approval_request",
    "approval_step",
    "deadline_notice",
    "signature_request",
    "signing_authority",
  ),
  ...stayBehind(linkOf, "deadline_feed", "signature_link"),
  apart("deadline", { plain: { key: "Which of the record’s days it is." } }),
  apart("signature_mark", { copied: { set: { address: "''" } } }),
  apart("signature_signer", { copied: { madeUp: { email: "mail" }, set: { addresses: "'{}'" } } }),
  apart("task", { copied: { rows: "t.person_id = any(:members)" } }),
];
