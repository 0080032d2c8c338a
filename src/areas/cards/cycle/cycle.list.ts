import type { ListDefinition } from "#server/http/list.ts";
import { cycleStatuses } from "./cycle.labels.ts";

const ofLines = (what: string, over = "") => `
  (
    select ${what}
    from card_line l
    where l.org_id = y.org_id and l.cycle_id = y.id${over}
  )
`;

/** What banks bill at once. */
export const cycleList: ListDefinition = {
  name: "card-cycles",
  title: "card cycles",
  from: "card_cycle y",
  alias: "y",
  columns: {
    id: { sql: "y.id", hidden: true },
    number: { sql: "y.number", label: "Cycle", sort: true },
    status: { sql: "y.status", label: "Status", sort: true, codes: cycleStatuses },
    bankName: { sql: "y.bank_name", label: "Bank", sort: true },
    opensOn: { sql: "y.opens_on", label: "From", sort: true },
    closesOn: { sql: "y.closes_on", label: "Until", sort: true },
    lines: { sql: ofLines("count(*)::int"), label: "Lines" },
    linesCents: {
      sql: ofLines("coalesce(sum(l.cents), 0)::bigint"),
      label: "Lines come to",
      money: true,
    },
    unapproved: {
      sql: ofLines("count(*)::int", " and l.status <> 'approved'"),
      label: "Not approved",
    },
    statementCents: { sql: "y.statement_cents", label: "Statement", money: true, sort: true },
    dueOn: { sql: "y.due_on", label: "Due", sort: true },
    invoiceNumber: { sql: "nullif(y.invoice_number, '')", label: "Invoice" },
    version: { sql: "y.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "y.id", type: "uuid" },
    status: { kind: "set", sql: "y.status", type: "text" },
    closesOn: { kind: "range", sql: "y.closes_on", type: "date" },
    dueOn: { kind: "range", sql: "y.due_on", type: "date" },
  },
  search: ["y.number", "y.bank_name", "y.statement_number"],
  defaultSort: "-closesOn",
};
