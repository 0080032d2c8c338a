import type { ListDefinition } from "#server/http/list.ts";
import { matchKinds, matchStates } from "./match.labels.ts";

const state = "case when x.taken_back_at is null then 'stands' else 'back' end";

/** What lines of statements were matched with, those that were taken back too. */
export const matchList: ListDefinition = {
  name: "bank-matches",
  from: "bank_match x join bank_line l on l.org_id = x.org_id and l.id = x.line_id",
  base: "bank_match x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    onDay: { sql: "l.on_day", label: "Day", sort: true },
    text: { sql: "l.text", label: "Text" },
    kind: { sql: "x.kind", label: "Kind", codes: matchKinds },
    cents: { sql: "x.cents", label: "Amount", money: true, sort: true },
    number: { sql: "x.matched_with", label: "Matched with" },
    paymentId: { sql: "x.payment_id", hidden: true },
    journalId: { sql: "x.journal_id", hidden: true },
    reason: { sql: "x.reason", label: "Reason" },
    state: { sql: state, label: "State", codes: matchStates },
    takenBackReason: { sql: "x.taken_back_reason", label: "Why it was taken back" },
    matchedAt: { sql: "x.created_at", label: "Matched", sort: true },
    statementId: { sql: "x.statement_id", hidden: true },
  },
  filters: {
    statementId: { kind: "set", sql: "x.statement_id", type: "uuid" },
    kind: { kind: "set", sql: "x.kind", type: "text" },
    state: { kind: "set", sql: state, type: "text" },
    onDay: { kind: "range", sql: "l.on_day", type: "date" },
  },
  search: ["x.reason", "l.text"],
  defaultSort: "-matchedAt",
};
