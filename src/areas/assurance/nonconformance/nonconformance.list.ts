import type { ListDefinition } from "#server/http/list.ts";
import { causes, dispositions, nonconformanceStatuses } from "./nonconformance.labels.ts";

/** Nonconformances of the agency. */
export const nonconformanceList: ListDefinition = {
  name: "nonconformances",
  from: "nonconformance n",
  alias: "n",
  columns: {
    id: { sql: "n.id", hidden: true },
    number: { sql: "n.number", label: "Number", sort: true },
    status: { sql: "n.status", label: "Status", sort: true, codes: nonconformanceStatuses },
    title: { sql: "n.title", label: "What is wrong", sort: true },
    place: { sql: "n.place", label: "Where it is" },
    vendorName: { sql: "n.vendor_name", label: "Vendor", sort: true },
    orderNumber: { sql: "n.order_number", label: "Purchase order" },
    receiptNumber: { sql: "n.receipt_number", label: "Receipt" },
    disposition: { sql: "n.disposition", label: "Decided", codes: dispositions },
    cause: { sql: "n.cause", label: "Whose part", codes: causes },
    reportedName: { sql: "n.reported_name", label: "Reported by" },
    reportedOn: { sql: "n.reported_on", label: "Reported", sort: true },
    costCents: { sql: "n.cost_cents", label: "Cost", money: true, sort: true },
    version: { sql: "n.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "n.id", type: "uuid" },
    status: { kind: "set", sql: "n.status", type: "text" },
    disposition: { kind: "set", sql: "n.disposition", type: "text" },
    cause: { kind: "set", sql: "n.cause", type: "text" },
    vendorId: { kind: "set", sql: "n.vendor_id", type: "uuid" },
    open: { kind: "flag", sql: "n.status <> 'closed'" },
    mine: { kind: "flag", sql: "n.reported_by = $actor" },
    reportedOn: { kind: "range", sql: "n.reported_on", type: "date" },
    costCents: { kind: "range", sql: "n.cost_cents", type: "cents" },
  },
  search: ["n.number", "n.title", "n.order_number", "n.vendor_name"],
  totals: { costCents: "n.cost_cents" },
  defaultSort: "-number",
};
