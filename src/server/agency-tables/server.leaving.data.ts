import {
  apart,
  goAlong,
  linkOf,
  noWayIn,
  secretHere,
  stayBehind,
  type AgencyTable,
} from "./rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const serverLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "attachment",
    "comment",
    "import_mapping",
    "import_run",
    "record_counter",
    "record_origin",
    "saved_view",
  ),
  apart("stored_file", {
    copied: {
      set: {
        name: "case when t.id in (:papers) then t.name || '.txt' else t.name end",
        media_type: "case when t.id in (:papers) then 'text/plain' else t.media_type end",
        size: "case when t.id in (:papers) then :blankSize else t.size end",
        sha256: "case when t.id in (:papers) then :blank else t.sha256 end",
      },
    },
  }),
  apart("file_content", { copied: { rows: "t.file_id not in (:papers)" } }),
  apart("import_reject", {
    copied: { not: "Rows of files as they came: real numbers may stand in them." },
  }),
  ...stayBehind(
    "Made anew from the records by whoever keeps them.",
    "agency_change",
    "agency_day_done",
    "agency_version",
    "record_words",
  ),
  ...stayBehind("Where this machine's log stood.", "agency_written"),
  ...stayBehind("Kept for two days at most, for requests that are sent again.", "idempotency_key"),
  ...stayBehind("Work of this machine: what it made stands in the records.", "job"),
  ...stayBehind(linkOf, "mail_paper_link"),
  ...stayBehind("What the stream of events tells for a day.", "outbox_event"),
  ...stayBehind("A file of which not all pieces have come; gone after a day.", "resumable_upload"),
  apart("audit_apart", {
    leaves: { not: "Leaves as the bundle of the ledger, with its proofs (ledger/bundle.jsonl)." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("audit_checkpoint", {
    leaves: { not: "Leaves as the bundle of the ledger, with its proofs (ledger/bundle.jsonl)." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("audit_entry", {
    leaves: { not: "Leaves as the bundle of the ledger, with its proofs (ledger/bundle.jsonl)." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("audit_frontier", {
    leaves: { not: "Counted from the entries of the ledger, which leave as its bundle." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("audit_leaf", {
    leaves: { not: "Leaves as the bundle of the ledger, with its proofs (ledger/bundle.jsonl)." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("audit_refusal", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("audit_tile", {
    leaves: { not: "Counted from the entries of the ledger, which leave as its bundle." },
    copied: { not: "The ledger of a copy begins with the checkpoint of its origin." },
  }),
  apart("ledger_reading", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("mail", {
    leaves: {
      without: {
        body_text: "May hold a link that opens something here without signing in.",
        link: linkOf,
        unsubscribe: linkOf,
      },
    },
    copied: { not: "Letters that were sent; those of a copy go to an inbox of its own." },
  }),
  apart("mail_paper", {
    copied: { not: "Letters that were sent; those of a copy go to an inbox of its own." },
  }),
  apart("operation_alarm_told", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("restore_question", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("restore_report", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("webhook_attempt", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("webhook_delivery", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("webhook_endpoint", {
    leaves: { without: { secret: secretHere, secret_before: secretHere } },
    copied: { not: noWayIn },
  }),
  apart("webhook_message", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
  apart("webhook_sequence", {
    copied: { not: "What was done in the agency was not done in its copy." },
  }),
];
