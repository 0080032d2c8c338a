import type { ListDefinition } from "#server/http/list.ts";
import { billKinds, billStatuses } from "./bill.labels.ts";

const owed = (b: string) =>
  `(case when ${b}.status = 'open' then ${b}.total - ${b}.paid - ${b}.credited else 0 end)`;

const filters: ListDefinition["filters"] = {
  id: { kind: "set", sql: "b.id", type: "uuid" },
  status: { kind: "set", sql: "b.status", type: "text" },
  kind: { kind: "set", sql: "b.kind", type: "text" },
  issuedOn: { kind: "range", sql: "b.issued_on", type: "date" },
  dueOn: { kind: "range", sql: "b.due_on", type: "date" },
  late: {
    kind: "flag",
    sql: `(
      b.status = 'open'
      and b.disputed_on is null
      and b.due_on + b.days_stopped < $today
    )`,
  },
  disputed: { kind: "flag", sql: "b.disputed_on is not null" },
};

/** Bills of the operator to agencies. */
export const billList: ListDefinition = {
  name: "agency-bills",
  title: "bills to hosted agencies",
  from: "agency_bill b",
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    number: { sql: "b.number", label: "Number", sort: true },
    kind: { sql: "b.kind", label: "Kind", codes: billKinds },
    status: { sql: "b.status", label: "Status", sort: true, codes: billStatuses },
    customerId: { sql: "b.customer_id", hidden: true },
    customer: { sql: "b.customer_name", label: "Agency", sort: true },
    periodFrom: { sql: "b.period_from", label: "From" },
    periodTo: { sql: "b.period_to", label: "To" },
    issuedOn: { sql: "b.issued_on", label: "Sent", sort: true },
    dueOn: { sql: "b.due_on", label: "Due", sort: true },
    total: { sql: "b.total", label: "Billed", money: true, sort: true },
    owed: { sql: owed("b"), label: "Owed", money: true },
    disputed: { sql: "b.disputed_on is not null", label: "Disputed" },
    version: { sql: "b.version", hidden: true },
  },
  filters: {
    ...filters,
    customerId: { kind: "set", sql: "b.customer_id", type: "uuid" },
    agreementId: { kind: "set", sql: "b.agreement_id", type: "uuid" },
    waiting: {
      kind: "flag",
      sql: `exists (
        select 1
        from agency_bill_payment p
        where p.org_id = b.org_id and p.bill_id = b.id and p.status = 'recorded'
      )`,
    },
  },
  search: ["b.number", "b.customer_name"],
  defaultSort: "-issuedOn",
};

/**
 * Bills that an agency got: rows of the operator that the policy of the customer shows, under the agency that owes
 * them.
 */
export const ownBillList: ListDefinition = {
  name: "own-bills",
  title: "bills for Levee",
  from: `(
      select
        a.customer_id as org_id, a.id, a.number, a.kind, a.status, a.period_from, a.period_to,
        a.issued_on, a.due_on, a.total, a.paid, a.credited, a.disputed_on, a.days_stopped,
        a.customer_id
      from agency_bill a
      where a.number is not null
    ) b
    left join agency_bill_taken t on t.org_id = b.org_id and t.bill_id = b.id`,
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    number: { sql: "b.number", label: "Number", sort: true },
    kind: { sql: "b.kind", label: "Kind", codes: billKinds },
    status: { sql: "b.status", label: "Status", sort: true, codes: billStatuses },
    periodFrom: { sql: "b.period_from", label: "From" },
    periodTo: { sql: "b.period_to", label: "To" },
    issuedOn: { sql: "b.issued_on", label: "Sent", sort: true },
    dueOn: { sql: "b.due_on", label: "Due", sort: true },
    total: { sql: "b.total", label: "Billed", money: true, sort: true },
    owed: { sql: owed("b"), label: "Owed", money: true },
    disputed: { sql: "b.disputed_on is not null", label: "Disputed" },
    invoiceId: { sql: "t.invoice_id", hidden: true },
  },
  filters: {
    ...filters,
    taken: { kind: "flag", sql: "t.id is not null" },
  },
  search: ["b.number"],
  defaultSort: "-issuedOn",
};
