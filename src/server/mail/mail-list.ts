import { z } from "zod";
import type { ListDefinition } from "../http/list.ts";
import { letterStates } from "#kernel/letter-states.ts";
import { instantField } from "#kernel/time-fields.ts";

const state = `
  case
    when m.failed_at is not null then 'failed'
    when m.sent_at is not null and m.delivery_note is not null then 'links'
    when m.sent_at is not null then 'sent'
    when m.attempts > 0 then 'refused'
    else 'waiting'
  end
`;

// Who follows a solicitation or took its documents stays unknown to the agency before the opening.
const hidden = "m.kind = 'solicitation'";
const to = `case when ${hidden} then 'whoever was told of it' else m.to_address end`;
const note = `
  coalesce(
    m.delivery_note,
    case when ${hidden} then replace(m.last_error, m.to_address, '…') else m.last_error end
  )
`;

/**
 * What became of an agency's letters, newest first; their text and links stay unread, and so do
 * the addresses of those who follow a solicitation.
 */
export const mailList: ListDefinition = {
  name: "letters",
  alias: "m",
  from: "mail m",
  columns: {
    id: { sql: "m.id", hidden: true },
    createdAt: { sql: "m.created_at", label: "Written", sort: true },
    toAddress: { sql: to, label: "To", sort: true },
    subject: { sql: "m.subject", label: "Subject" },
    state: { sql: state, label: "State", codes: letterStates },
    attempts: { sql: "m.attempts", label: "Tries" },
    sentAt: { sql: "m.sent_at", label: "Sent" },
    note: { sql: note, label: "What the mail server said" },
  },
  filters: {
    state: { kind: "set", sql: state, type: "text" },
    createdAt: { kind: "range", sql: "m.created_at", type: "instant" },
  },
  search: [to, "m.subject"],
  defaultSort: "-createdAt",
};

export const mailRow = z
  .object({
    id: z.string(),
    createdAt: instantField,
    toAddress: z.string(),
    subject: z.string(),
    state: z.enum(["waiting", "refused", "sent", "links", "failed"]),
    attempts: z.number().int(),
    sentAt: instantField.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "Letter" });
