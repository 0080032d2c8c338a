import type { SearchSource } from "#server/area.ts";
import { orderList } from "./order/order.list.ts";
import { requisitionList } from "./requisition/requisition.list.ts";

/** What the one search finds of purchases. */
export const procurementSearches: readonly SearchSource[] = [
  {
    kind: "requisition",
    list: requisitionList,
    permission: "requisition.read",
    path: "/smart-requisition",
  },
  {
    kind: "purchaseOrder",
    list: orderList,
    permission: "purchaseOrder.read",
    path: "/purchase-orders",
  },
];
