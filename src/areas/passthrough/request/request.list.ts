import type { ListDefinition } from "#server/http/list.ts";
import { requestStatuses } from "./request.labels.ts";

/** What subrecipients ask to be paid. */
export const requestList: ListDefinition = {
  name: "subaward-requests",
  from: `subaward_request r
    join subaward s on s.org_id = r.org_id and s.id = r.subaward_id
    join vendor v on v.org_id = s.org_id and v.id = s.vendor_id`,
  base: "subaward_request r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requestStatuses },
    subawardId: { sql: "r.subaward_id", hidden: true },
    subaward: { sql: "s.number", label: "Subaward", sort: true },
    subrecipient: { sql: "v.name", label: "Subrecipient", sort: true },
    periodFrom: { sql: "r.period_from", label: "From" },
    periodTo: { sql: "r.period_to", label: "To", sort: true },
    amount: { sql: "r.amount", label: "Amount", money: true, sort: true },
    submittedAt: { sql: "r.submitted_at", label: "Sent", sort: true },
    invoiceId: { sql: "r.invoice_id", hidden: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    subawardId: { kind: "set", sql: "r.subaward_id", type: "uuid" },
  },
  search: ["r.number", "s.number", "v.name"],
  defaultSort: "-number",
};
