import type { ListDefinition } from "#server/http/list.ts";
import { letterOf } from "#server/mail/letter-of.ts";
import { audienceKinds, noticeStatuses, recipientStates } from "./notice.labels.ts";

const ofNotice = "from notice_recipient r where r.org_id = n.org_id and r.notice_id = n.id";
const missing =
  "n.status = 'sent' and n.acknowledge_days is not null and exists (select 1 from notice_recipient r where r.org_id = n.org_id and r.notice_id = n.id and r.queued_at is not null and r.acknowledged_at is null)";

export const noticeList: ListDefinition = {
  name: "notices",
  from: "mass_notice n",
  alias: "n",
  columns: {
    id: { sql: "n.id", hidden: true },
    number: { sql: "n.number", label: "Number", sort: true },
    status: { sql: "n.status", label: "Status", sort: true, codes: noticeStatuses },
    subject: { sql: "n.subject", label: "Subject", sort: true },
    audienceKind: { sql: "n.audience->>'kind'", label: "For", codes: audienceKinds },
    writerName: { sql: "n.writer_name", label: "Written by", sort: true },
    sendAt: { sql: "n.send_at", label: "Goes out", sort: true },
    sentAt: { sql: "n.sent_at", label: "Sent", sort: true },
    acknowledgeBy: { sql: "n.acknowledge_by", label: "Acknowledge by", sort: true },
    recipients: { sql: `(select count(*)::int ${ofNotice})`, label: "Recipients" },
    acknowledged: {
      sql: `(select count(*)::int ${ofNotice} and r.acknowledged_at is not null)`,
      label: "Acknowledged",
    },
    version: { sql: "n.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "n.status", type: "text" },
    audienceKind: { kind: "set", sql: "(n.audience->>'kind')", type: "text" },
    sentAt: { kind: "range", sql: "(n.sent_at at time zone $zone)::date", type: "date" },
    unacknowledged: { kind: "flag", sql: `(${missing})` },
  },
  search: ["n.number", "n.subject"],
  defaultSort: "-number",
};

const state =
  "case when r.acknowledged_at is not null then 'acknowledged' when r.email is null then 'no_address' when r.queued_at is null then 'waiting' when letter.state in ('sent', 'failed') then letter.state else 'queued' end";

/** Whom a notice went to, and what became of each letter. */
export const recipientList: ListDefinition = {
  name: "notice-recipients",
  from: `notice_recipient r ${letterOf("r.mail_id")}`,
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    name: { sql: "r.name", label: "Name", sort: true },
    email: { sql: "r.email", label: "E-mail", sort: true },
    state: { sql: state, label: "State", codes: recipientStates },
    attempts: { sql: "letter.attempts", label: "Tries" },
    sentAt: { sql: "letter.sent_at", label: "Sent" },
    note: { sql: "letter.note", label: "What the mail server said" },
    acknowledgedAt: { sql: "r.acknowledged_at", label: "Acknowledged", sort: true },
    acknowledgedBy: { sql: "r.acknowledged_by", label: "By" },
    remindedOn: { sql: "r.reminded_on", label: "Reminded" },
  },
  filters: {
    notice: { kind: "set", sql: "r.notice_id", type: "uuid" },
    state: { kind: "set", sql: `(${state})`, type: "text" },
    acknowledged: { kind: "flag", sql: "(r.acknowledged_at is not null)" },
  },
  search: ["r.name", "r.email"],
  defaultSort: "name",
};
