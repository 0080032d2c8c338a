import type { ListDefinition } from "#server/http/list.ts";
import { ledgerClasses } from "../chart/chart.labels.ts";
import { glEvents } from "./ledger.labels.ts";

/** Entries of the general ledger, the newest first. */
export const glEntryList: ListDefinition = {
  name: "gl-entries",
  from: "gl_entry e join accounting_period p on p.org_id = e.org_id and p.id = e.period_id",
  alias: "e",
  columns: {
    id: { sql: "e.id", hidden: true },
    seq: { sql: "e.seq", label: "Entry", sort: true },
    postedOn: { sql: "e.posted_on", label: "Date", sort: true },
    event: { sql: "e.event", label: "Event", codes: glEvents },
    documentType: { sql: "e.document_type", hidden: true },
    documentId: { sql: "e.document_id", hidden: true },
    documentNumber: { sql: "e.document_number", label: "Document" },
    what: { sql: "e.what", label: "What" },
    period: { sql: "p.name", label: "Period" },
    total: {
      sql: `(
        select coalesce(sum(l.cents), 0)::bigint
        from gl_line l
        where l.org_id = e.org_id and l.entry_id = e.id and l.cents > 0
      )`,
      label: "Debits",
      money: true,
    },
  },
  filters: {
    event: { kind: "set", sql: "e.event", type: "text" },
    periodId: { kind: "set", sql: "e.period_id", type: "uuid" },
    documentId: { kind: "set", sql: "e.document_id", type: "uuid" },
    postedOn: { kind: "range", sql: "e.posted_on", type: "date" },
  },
  search: ["e.document_number", "e.what"],
  defaultSort: "-seq",
};

/** Lines of the general ledger: an account's course, entry by entry. */
export const glLineList: ListDefinition = {
  name: "gl-lines",
  from: `gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account a on a.org_id = l.org_id and a.id = l.account_id`,
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    entryId: { sql: "l.entry_id", hidden: true },
    seq: { sql: "e.seq", label: "Entry", sort: true },
    postedOn: { sql: "e.posted_on", label: "Date", sort: true },
    event: { sql: "e.event", label: "Event", codes: glEvents },
    documentType: { sql: "e.document_type", hidden: true },
    documentId: { sql: "e.document_id", hidden: true },
    documentNumber: { sql: "e.document_number", label: "Document" },
    what: { sql: "e.what", label: "What" },
    fund: { sql: "f.code", label: "Fund", sort: true },
    account: { sql: "a.code", label: "Account", sort: true },
    accountName: { sql: "a.name", label: "Account name" },
    class: { sql: "a.class", label: "Class", codes: ledgerClasses },
    code: { sql: "l.code", label: "Account string" },
    debit: { sql: "greatest(l.cents, 0)", label: "Debit", money: true },
    credit: { sql: "greatest(-l.cents, 0)", label: "Credit", money: true },
    net: { sql: "l.cents", label: "Net", money: true },
  },
  filters: {
    event: { kind: "set", sql: "e.event", type: "text" },
    class: { kind: "set", sql: "a.class", type: "text" },
    fund: { kind: "set", sql: "f.code", type: "text" },
    account: { kind: "set", sql: "a.code", type: "text" },
    year: { kind: "set", sql: "p.year::text", type: "text" },
    periodId: { kind: "set", sql: "l.period_id", type: "uuid" },
    fundId: { kind: "set", sql: "l.fund_id", type: "uuid" },
    accountId: { kind: "set", sql: "l.account_id", type: "uuid" },
    documentId: { kind: "set", sql: "e.document_id", type: "uuid" },
    postedOn: { kind: "range", sql: "e.posted_on", type: "date" },
  },
  totals: {
    debit: "greatest(l.cents, 0)",
    credit: "greatest(-l.cents, 0)",
    net: "l.cents",
  },
  search: ["e.document_number", "e.what", "l.code"],
  defaultSort: "-seq",
};

/** What the books could not post, with the reason, the oldest first. */
export const pendingList: ListDefinition = {
  name: "gl-pending",
  from: "gl_pending w",
  alias: "w",
  columns: {
    id: { sql: "w.id", hidden: true },
    onDay: { sql: "w.on_day", label: "Date", sort: true },
    documentType: { sql: "w.document_type", hidden: true },
    documentId: { sql: "w.document_id", hidden: true },
    documentNumber: { sql: "w.document_number", label: "Document" },
    cents: { sql: "w.cents", label: "Amount", money: true },
    reason: { sql: "w.reason", label: "Why" },
  },
  filters: {
    onDay: { kind: "range", sql: "w.on_day", type: "date" },
  },
  search: ["w.document_number", "w.reason"],
  totals: { cents: "w.cents" },
  defaultSort: "onDay",
};
