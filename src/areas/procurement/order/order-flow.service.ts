import { wordsOf } from "#kernel/labels.ts";
import type { FlowRecord } from "#areas/flows/flows.server.ts";
import { purchaseOrder } from "../procurement.tables.ts";
import { cancelOrder, closeOrder } from "./closing.service.ts";
import { orderStatuses } from "./order.labels.ts";

/** Purchase orders, as workflows know them. */
export const orderFlow: FlowRecord = {
  noun: "purchaseOrder",
  table: purchaseOrder,
  label: "purchase order",
  events: {
    create: "is drafted",
    issue: "goes out to the vendor",
    acknowledge: "is acknowledged",
    receive: "has goods received",
    change: "is changed",
    close: "is closed",
    cancel: "is cancelled",
  },
  fields: {
    title: { label: "Title", kind: "text" },
    amount: { label: "Amount", kind: "money" },
    status: {
      label: "Status",
      kind: "choice",
      choices: wordsOf(orderStatuses),
    },
    orderedOn: { label: "Ordered", kind: "date" },
    promisedOn: { label: "Delivery promised for", kind: "date" },
    termsDays: { label: "Days to pay", kind: "number" },
    federal: { label: "Federal money", kind: "yesNo" },
    emergency: { label: "Emergency", kind: "yesNo" },
  },
  starter: (row) => ({ personId: row.buyerId as string | null, name: "", email: null }),
  parties: (row) => (row.formerAuthors as string[] | null) ?? [],
  read: "purchaseOrder.read",
  approved: true,
  href: (id) => `/purchase-orders/${id}`,
  actions: {
    close: {
      label: "Close the order",
      permission: "purchaseOrder.close",
      take: (tx, actor, id) => closeOrder(tx, actor, { id, version: null }),
    },
    cancel: {
      label: "Cancel the order",
      permission: "purchaseOrder.close",
      take: (tx, actor, id, reason) => cancelOrder(tx, actor, { id, version: null, reason }),
    },
  },
};
