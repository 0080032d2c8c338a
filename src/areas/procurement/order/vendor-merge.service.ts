// What becomes of procurement's records when two vendors become one.
import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { orderChangeRequest, shipNotice } from "../fulfilment/fulfilment.tables.ts";
import { insuranceOverride } from "../insurance/insurance.tables.ts";
import { purchaseOrder, requisition } from "../procurement.tables.ts";

export const procurementReferences: readonly VendorReference[] = [
  {
    table: purchaseOrder,
    rule: "move",
    label: "Purchase orders",
    href: (id) => `/purchase-orders?vendorId=${id}`,
    issued: { type: "purchaseOrder", when: "r.issued_at is not null" },
  },
  {
    table: requisition,
    rule: "move",
    label: "Requisitions that suggest it",
    href: (id) => `/smart-requisition?vendorId=${id}`,
  },
  { table: shipNotice, rule: "move", label: "Shipping notices" },
  { table: orderChangeRequest, rule: "move", label: "Changes that it asked for" },
  {
    table: insuranceOverride,
    rule: "stays",
    label: "Insurance overrides",
    why: "Each was decided for the firm as it was insured then.",
  },
];
