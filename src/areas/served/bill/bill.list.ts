import type { ListDefinition } from "#server/http/list.ts";
import { billStatuses } from "./bill.labels.ts";

const owed = `(case
  when b.status in ('sent', 'part_paid', 'disputed') then b.total - b.received
  else 0
end)`;

/** Bills to the agencies that are served. */
export const billList: ListDefinition = {
  name: "client-bills",
  title: "bills to clients",
  from: `served_bill b
    join served_client c on c.org_id = b.org_id and c.id = b.client_id
    join served_agreement a on a.org_id = b.org_id and a.id = b.agreement_id`,
  base: "served_bill b",
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    number: { sql: "b.number", label: "Number", sort: true },
    status: { sql: "b.status", label: "Status", sort: true, codes: billStatuses },
    clientId: { sql: "b.client_id", hidden: true },
    client: { sql: "c.name", label: "Client", sort: true },
    agreement: { sql: "a.number", label: "Agreement" },
    issuedOn: { sql: "b.issued_on", label: "Sent", sort: true },
    dueOn: { sql: "b.due_on", label: "Due", sort: true },
    total: { sql: "b.total", label: "Billed", money: true, sort: true },
    received: { sql: "b.received", label: "Received", money: true },
    owed: { sql: owed, label: "Owed", money: true, sort: true },
    version: { sql: "b.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "b.id", type: "uuid" },
    status: { kind: "set", sql: "b.status", type: "text" },
    clientId: { kind: "set", sql: "b.client_id", type: "uuid" },
    agreementId: { kind: "set", sql: "b.agreement_id", type: "uuid" },
    issuedOn: { kind: "range", sql: "b.issued_on", type: "date" },
    dueOn: { kind: "range", sql: "b.due_on", type: "date" },
    late: {
      kind: "flag",
      sql: "b.status in ('sent', 'part_paid', 'disputed') and b.due_on < $today",
    },
    current: {
      kind: "flag",
      sql: "b.status in ('sent', 'part_paid', 'disputed') and b.due_on >= $today",
    },
    uncovered: { kind: "flag", sql: "b.uncovered <> 0" },
  },
  search: ["b.number", "c.name", "a.number"],
  defaultSort: "-number",
};
