import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { billList } from "./bill/bill.list.ts";

/** What can be added up of bills to the agencies that are served. */
export const servedFacts = defineFacts({
  id: "clientBills",
  label: "Bills to clients",
  grain: "a bill to an agency that is served",
  list: billList,
  permission: "served.read",
  page: "/customer-management/bills",
  day: { label: "Sent", filter: "issuedOn" },
  dimensions: [
    { of: defineDimension("servedClient", "Client"), filter: "clientId", name: "client" },
    {
      of: defineDimension("clientBillStatus", "Status of the bill"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    billed: { label: "Billed to clients", kind: "sum", total: "total" },
    received: { label: "Received of clients", kind: "sum", total: "received" },
    owed: { label: "Owed by clients", kind: "sum", total: "owed" },
    bills: { label: "Number of bills to clients", kind: "count" },
  },
});
