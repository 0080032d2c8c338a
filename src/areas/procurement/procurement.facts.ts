import { departmentDimension } from "#areas/organization/organization.server.ts";
import { certifications } from "#areas/vendors/vendors.public.ts";
import { certificationDimension, vendorDimension } from "#areas/vendors/vendors.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { orderList } from "./order/order.list.ts";
import { requisitionList } from "./requisition/requisition.list.ts";

const methodDimension = defineDimension("method", "Method of buying");

// What was promised to a vendor and not taken back.
const placed = { status: "issued,acknowledged,partly_received,received,closed,short_closed" };

// What was sent for approval and not taken back or turned down.
const asked = { status: "in_approval,approved,partly_ordered,ordered" };
// Orders of which everything is to come: none of a blanket, whose releases are received, none ended short.
const delivered = {
  kind: "standard,release",
  status: "issued,acknowledged,partly_received,received,closed",
};

/** What can be added up of buying. */
export const procurementFacts = defineFacts(
  {
    id: "requisitions",
    label: "Requisitions",
    grain: "a requisition",
    list: requisitionList,
    permission: "requisition.read",
    page: "/smart-requisition",
    day: { label: "Requested", filter: "requestedOn" },
    dimensions: [
      { of: departmentDimension, filter: "departmentId", name: "department" },
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      { of: methodDimension, filter: "method", name: "method" },
      {
        of: defineDimension("requisitionStatus", "Status of the requisition"),
        filter: "status",
        name: "status",
      },
    ],
    measures: {
      amount: { label: "Asked for", kind: "sum", total: "amount" },
      requisitions: { label: "Number of requisitions", kind: "count" },
      daysToOrder: {
        label: "Days from request to order, median",
        kind: "duration",
        began: "requestedOn",
        ended: "orderedOn",
        percent: 50,
        only: asked,
      },
      daysToOrderMost: {
        label: "Days from request to order, for 90%",
        kind: "duration",
        began: "requestedOn",
        ended: "orderedOn",
        percent: 90,
        only: asked,
      },
      overrides: {
        label: "Allowed beyond the budget",
        kind: "count",
        only: { overrideGranted: "true" },
      },
      overrideAmount: {
        label: "Asked for with an override",
        kind: "sum",
        total: "amount",
        only: { overrideGranted: "true" },
      },
      emergencies: { label: "Emergencies", kind: "count", only: { emergency: "true" } },
    },
  },
  {
    id: "orders",
    label: "Purchase orders",
    grain: "a purchase order; of a blanket order what its releases do not hold",
    list: orderList,
    permission: "purchaseOrder.read",
    page: "/purchase-orders",
    day: { label: "Ordered", filter: "orderedOn" },
    dimensions: [
      { of: vendorDimension, filter: "vendorId", name: "vendor" },
      { of: departmentDimension, filter: "departmentId", name: "department" },
      {
        of: defineDimension("orderStatus", "Status of the order"),
        filter: "status",
        name: "status",
      },
      { of: methodDimension, filter: "method", name: "method" },
      { of: certificationDimension, filter: "certification", words: certifications },
      { of: defineDimension("orderAge", "Age of open orders"), filter: "age", name: "age" },
    ],
    measures: {
      ordered: { label: "Ordered", kind: "sum", total: "amount", only: placed },
      certified: {
        label: "Ordered from certified firms",
        kind: "sum",
        total: "amount",
        only: { ...placed, certified: "true" },
      },
      certifiedShare: {
        label: "Certified firms, of what was ordered",
        kind: "ratio",
        part: "certifiedAmount",
        whole: "amount",
        only: placed,
      },
      received: { label: "Received", kind: "sum", total: "receivedAmount", only: placed },
      invoiced: { label: "Invoiced", kind: "sum", total: "invoicedAmount", only: placed },
      waiting: {
        label: "Ordered and not invoiced",
        kind: "sum",
        total: "uninvoicedAmount",
        only: { open: "true" },
      },
      open: { label: "Open orders", kind: "count", only: { open: "true" } },
      placed: { label: "Orders placed", kind: "count", only: placed },
      vendors: {
        label: "Vendors with orders",
        kind: "distinct",
        dimension: "vendor",
        only: placed,
      },
      daysToReceive: {
        label: "Days from order to receipt in full, median",
        kind: "duration",
        began: "orderedOn",
        ended: "receivedInFullOn",
        percent: 50,
        only: delivered,
      },
      daysToReceiveMost: {
        label: "Days from order to receipt in full, for 90%",
        kind: "duration",
        began: "orderedOn",
        ended: "receivedInFullOn",
        percent: 90,
        only: delivered,
      },
      billed: {
        label: "Invoiced of ordered",
        kind: "ratio",
        part: "invoicedAmount",
        whole: "amount",
        only: placed,
      },
    },
  },
);
