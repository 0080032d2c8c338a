import type { ListDefinition } from "#server/http/list.ts";
import { runStatuses } from "./payment.labels.ts";

const sumOf = (method: string) =>
  `coalesce((select sum(p.amount) from payment p where p.org_id = r.org_id and p.run_id = r.id and p.method = '${method}' and p.status <> 'cancelled'), 0)::bigint`;

export const runList: ListDefinition = {
  name: "payment-runs",
  from: "payment_run r left join person a on a.id = r.proposed_by left join person b on b.id = r.released_by",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: runStatuses },
    payOn: { sql: "r.pay_on", label: "Pay on", sort: true },
    payThrough: { sql: "r.pay_through", label: "Due through" },
    paymentCount: { sql: "r.payment_count", label: "Payments", sort: true },
    achAmount: { sql: sumOf("ach"), label: "ACH", money: true },
    checkAmount: { sql: sumOf("check"), label: "Checks", money: true },
    amount: { sql: "r.amount", label: "Amount", money: true, sort: true },
    proposedBy: { sql: "a.display_name", label: "Proposed by" },
    releasedBy: { sql: "b.display_name", label: "Released by" },
    releasedOn: { sql: "r.released_on", label: "Released", sort: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    payOn: { kind: "range", sql: "r.pay_on", type: "date" },
    amount: { kind: "range", sql: "r.amount", type: "cents" },
    mine: { kind: "flag", sql: "r.proposed_by = $actor" },
    open: { kind: "flag", sql: "r.status in ('proposed', 'in_approval', 'approved', 'returned')" },
  },
  search: ["r.number", "r.note", "coalesce(a.display_name, '')"],
  defaultSort: "-payOn",
  totals: { amount: "r.amount" },
};

export const columnsOf = (list: ListDefinition) =>
  Object.entries(list.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
