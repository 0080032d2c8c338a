import type { ListDefinition } from "#server/http/list.ts";
import { shipNoticeStatuses } from "./fulfilment.labels.ts";

const open = `n.status not in ('delivered', 'verified', 'returned', 'expired', 'withdrawn')`;
// A witness that contradicts is kept with a "!" behind it.
const lacks = {
  place: "place of the driver",
  receiver: "receipt",
  quantity: "quantity",
  "place!": "another place",
  "quantity!": "another quantity",
};

/** Shipments of orders: the notices of vendors, where they stand and what their proof lacks. */
export const shipmentList: ListDefinition = {
  name: "shipments",
  from: `
    ship_notice n
    join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id
    join vendor v on v.org_id = n.org_id and v.id = n.vendor_id
    left join agency_place p on p.org_id = o.org_id and p.id = o.place_id`,
  alias: "n",
  columns: {
    id: { sql: "n.id", hidden: true },
    number: { sql: "n.number", label: "Number", sort: true },
    title: { sql: "o.title", label: "What", sort: true },
    vendorName: { sql: "v.name", label: "Vendor", sort: true },
    orderId: { sql: "o.id", hidden: true },
    orderNumber: { sql: "o.number", label: "Order", sort: true },
    carrier: { sql: "n.carrier", label: "Carrier", sort: true },
    tracking: { sql: "n.tracking", label: "Tracking number" },
    promisedOn: { sql: "o.promised_on", label: "Promised", sort: true },
    expectedOn: { sql: "n.expected_on", label: "Expected", sort: true },
    deliveredOn: { sql: "n.delivered_on", label: "Delivered", sort: true },
    place: {
      sql: "coalesce(nullif(o.issued_place, ''), o.deliver_to)",
      label: "Where to",
    },
    lacking: {
      sql: "array_to_string(n.lacking, ',')",
      label: "Proof lacks",
      codes: lacks,
    },
    status: { sql: "n.status", label: "Status", sort: true, codes: shipNoticeStatuses },
    version: { sql: "n.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "n.status", type: "text" },
    expectedOn: { kind: "range", sql: "n.expected_on", type: "date" },
    deliveredOn: { kind: "range", sql: "n.delivered_on", type: "date" },
    vendorId: { kind: "set", sql: "n.vendor_id", type: "uuid" },
    orderId: { kind: "set", sql: "n.purchase_order_id", type: "uuid" },
    open: { kind: "flag", sql: open },
    late: { kind: "flag", sql: `${open} and n.expected_on < $today` },
    dueToday: { kind: "flag", sql: `${open} and n.expected_on = $today` },
    unproved: { kind: "flag", sql: "n.status = 'delivered'" },
    differs: {
      kind: "flag",
      sql: "n.status = 'delivered' and array_to_string(n.lacking, ',') like '%!%'",
    },
    mine: { kind: "flag", sql: "o.buyer_id = $actor" },
  },
  search: ["n.number", "n.tracking", "o.number", "o.title", "v.name"],
  defaultSort: "expectedOn",
};
