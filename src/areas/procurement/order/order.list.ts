import { certifiedOn, kindsOn } from "#areas/vendors/vendors.server.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { authorLeftSql } from "../takeover/takeover.model.ts";
import { methods } from "../method/method.labels.ts";
import { orderAges, orderKinds, orderStatuses } from "./order.labels.ts";

const late =
  "o.kind <> 'blanket' and o.promised_on < $today and o.status in ('issued', 'acknowledged', 'partly_received')";

const openStatuses = "o.status in ('issued', 'acknowledged', 'partly_received', 'received')";

// How long ago it was placed, while it is open.
const age = `(case
  when not (${openStatuses}) or o.ordered_on is null then null
  when $today - o.ordered_on <= 90 then 'to90'
  when $today - o.ordered_on <= 180 then 'to180'
  when $today - o.ordered_on <= 365 then 'to365'
  else 'over365'
end)`;

export const authorLeft = authorLeftSql("o", "buyer_id");

// The firm's certificates as they were in force on the day on which it was ordered.
const certified = certifiedOn("o.org_id", "o.vendor_id", "o.ordered_on");
const kinds = kindsOn("o.org_id", "o.vendor_id", "o.ordered_on");

export const orderList: ListDefinition = {
  name: "purchase-orders",
  from: "purchase_order o join vendor v on v.org_id = o.org_id and v.id = o.vendor_id join department d on d.org_id = o.org_id and d.id = o.department_id left join person who on who.id = o.buyer_id",
  base: "purchase_order o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    title: { sql: "o.title", label: "For", sort: true },
    status: { sql: "o.status", label: "Status", sort: true, codes: orderStatuses },
    revision: { sql: "o.revision", label: "Version" },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "o.vendor_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    departmentId: { sql: "o.department_id", hidden: true },
    buyer: { sql: "who.display_name", label: "Buyer" },
    amount: { sql: "o.amount", label: "Amount", money: true, sort: true },
    receivedAmount: { sql: "o.received_amount", label: "Received", money: true, sort: true },
    invoicedAmount: { sql: "o.invoiced_amount", label: "Invoiced", money: true, sort: true },
    orderedOn: { sql: "o.ordered_on", label: "Ordered", sort: true },
    promisedOn: { sql: "o.promised_on", label: "Promised", sort: true },
    emergency: { sql: "o.emergency", label: "Emergency" },
    late: { sql: `coalesce(${late}, false)`, label: "Late" },
    kind: { sql: "o.kind", label: "Kind", codes: orderKinds },
    endsOn: { sql: "o.ends_on", label: "Releases until" },
    releasedAmount: { sql: "o.released_amount", label: "Released", money: true },
    method: { sql: "o.method", label: "Method", codes: methods, exportOnly: true },
    age: { sql: age, label: "Age", codes: orderAges, exportOnly: true },
    // What is ordered and not invoiced; releases hold their part of a blanket order.
    uninvoicedAmount: {
      sql: "greatest(o.amount - o.released_amount - o.invoiced_amount, 0)",
      label: "Not invoiced",
      money: true,
      exportOnly: true,
    },
    certifiedAmount: {
      sql: `case when ${certified} then o.amount - o.released_amount else 0 end`,
      label: "Of a certified firm",
      money: true,
      exportOnly: true,
    },
    version: { sql: "o.version", hidden: true },
  },
  filters: {
    certification: { kind: "overlap", sql: kinds, type: "text" },
    certified: { kind: "flag", sql: certified },
    id: { kind: "set", sql: "o.id", type: "uuid" },
    status: { kind: "set", sql: "o.status", type: "text" },
    vendorId: { kind: "set", sql: "o.vendor_id", type: "uuid" },
    departmentId: { kind: "set", sql: "o.department_id", type: "uuid" },
    contractId: { kind: "set", sql: "o.contract_id", type: "uuid" },
    blanketId: { kind: "set", sql: "o.blanket_id", type: "uuid" },
    kind: { kind: "set", sql: "o.kind", type: "text" },
    method: { kind: "set", sql: "o.method", type: "text" },
    // Blanket orders on which releases are placed today.
    releasable: {
      kind: "flag",
      sql: "o.kind = 'blanket' and o.status in ('issued', 'acknowledged') and o.ends_on >= $today",
    },
    amount: { kind: "range", sql: "o.amount", type: "cents" },
    orderedOn: { kind: "range", sql: "o.ordered_on", type: "date" },
    promisedOn: { kind: "range", sql: "o.promised_on", type: "date" },
    // When the last of what it orders came.
    receivedInFullOn: {
      kind: "range",
      sql: `case when o.status in ('received', 'closed') then (
        select max(c.received_on)
        from receipt c
        where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
      ) end`,
      type: "date",
    },
    // By words of its lines, in whatever case they were typed.
    unit: {
      kind: "among",
      sql: "o.id in (select l.purchase_order_id from purchase_order_line l where l.org_id = o.org_id and lower(l.unit) in (select lower(w) from unnest($values) w))",
      type: "text",
    },
    commodity: {
      kind: "among",
      sql: "o.id in (select l.purchase_order_id from purchase_order_line l where l.org_id = o.org_id and lower(l.commodity_code) in (select lower(w) from unnest($values) w))",
      type: "text",
    },
    costCodeId: {
      kind: "through",
      type: "uuid",
      sql: "exists (select 1 from purchase_order_line l where l.org_id = o.org_id and l.purchase_order_id = o.id and l.cost_code_id = any($values))",
      many: "select 1 from purchase_order_line l where l.cost_code_id = any($values)",
      ids: "select l.purchase_order_id as id from purchase_order_line l where l.cost_code_id = any($values)",
    },
    placeId: { kind: "set", sql: "o.place_id", type: "uuid" },
    // Its own, or that of the requisitions that it buys.
    incidentId: { kind: "set", sql: "o.incident_id", type: "uuid" },
    mine: { kind: "flag", sql: "o.buyer_id = $actor" },
    late: { kind: "flag", sql: late },
    emergency: { kind: "flag", sql: "o.emergency" },
    open: { kind: "flag", sql: openStatuses },
    age: { kind: "set", sql: age, type: "text" },
    receivable: {
      kind: "flag",
      sql: "o.kind <> 'blanket' and o.status in ('issued', 'acknowledged', 'partly_received')",
    },
    authorLeft: { kind: "flag", sql: authorLeft },
    uninvoiced: { kind: "flag", sql: "o.uninvoiced" },
    overbilled: { kind: "flag", sql: "o.overbilled and o.match_mode = 'three_way'" },
    unawarded: {
      kind: "flag",
      sql: "not exists (select 1 from award_order a join award w on w.org_id = a.org_id and w.id = a.award_id where a.org_id = o.org_id and a.purchase_order_id = o.id and w.status = 'waiting')",
    },
  },
  search: ["o.number", "o.title", "v.name"],
  words: { kind: "purchaseOrder" },
  defaultSort: "-orderedOn",
  totals: {
    // What releases hold of a blanket order is counted with them.
    amount: "o.amount - o.released_amount",
    receivedAmount: "o.received_amount",
    invoicedAmount: "o.invoiced_amount",
  },
};
