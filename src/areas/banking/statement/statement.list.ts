import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { lineDirections, statementSources, statementStatuses } from "./statement.labels.ts";

/** Statements of the agency's accounts, a day each. */
export const statementList: ListDefinition = {
  name: "bank-statements",
  from: "bank_statement s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    account: { sql: "s.account", label: "Account", sort: true },
    agencyAccountId: { sql: "s.agency_account_id", hidden: true },
    onDay: { sql: "s.on_day", label: "Day", sort: true },
    opening: { sql: "s.opening", label: "Opening", money: true },
    closing: { sql: "s.closing", label: "Closing", money: true },
    lineCount: { sql: "s.line_count", label: "Lines" },
    source: { sql: "s.source", label: "Came as", codes: statementSources },
    status: { sql: "s.status", label: "Status", codes: statementStatuses },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "s.status", type: "text" },
    source: { kind: "set", sql: "s.source", type: "text" },
    agencyAccountId: { kind: "set", sql: "s.agency_account_id", type: "uuid" },
    onDay: { kind: "range", sql: "s.on_day", type: "date" },
  },
  search: ["s.number", "s.account"],
  defaultSort: "-onDay",
};

const direction = "case when l.cents > 0 then 'in' else 'out' end";

const open = `l.cents <> (
  select coalesce(sum(x.cents), 0)
  from bank_match x
  where x.org_id = l.org_id and x.line_id = l.id and x.taken_back_at is null
)`;

/** Lines of statements that stand. */
export const bankLineList: ListDefinition = {
  name: "bank-lines",
  from: "bank_line l join bank_statement s on s.org_id = l.org_id and s.id = l.statement_id",
  alias: "l",
  columns: {
    id: { sql: "l.id", hidden: true },
    onDay: { sql: "l.on_day", label: "Day", sort: true },
    account: { sql: "s.account", label: "Account" },
    direction: { sql: direction, label: "Direction", codes: lineDirections },
    cents: { sql: "l.cents", label: "Amount", money: true, sort: true },
    customerReference: { sql: "l.customer_reference", label: "Check or reference" },
    bankReference: { sql: "l.bank_reference", label: "Bank's reference" },
    text: { sql: "l.text", label: "Text" },
    typeCode: { sql: "l.type_code", label: "Type code" },
    statementId: { sql: "l.statement_id", hidden: true },
    statement: { sql: "s.number", label: "Statement" },
  },
  filters: {
    statementId: { kind: "set", sql: "l.statement_id", type: "uuid" },
    agencyAccountId: { kind: "set", sql: "l.agency_account_id", type: "uuid" },
    direction: { kind: "set", sql: direction, type: "text" },
    onDay: { kind: "range", sql: "l.on_day", type: "date" },
    cents: { kind: "range", sql: "l.cents", type: "cents" },
    open: { kind: "flag", sql: open },
    alarm: {
      kind: "flag",
      sql: `exists (select from bank_alarm a where a.org_id = l.org_id and a.line_id = l.id) and ${open}`,
    },
  },
  search: ["l.text", "l.customer_reference", "l.bank_reference"],
  defaultSort: "-onDay",
  totals: { cents: "l.cents" },
  visible: () => sql`s.status = 'loaded'`,
};
