import type { FigureSource } from "#server/area.ts";
import { orderList } from "./order/order.list.ts";
import { requisitionList } from "./requisition/requisition.list.ts";

const requisitions = {
  list: requisitionList,
  api: "/api/v1/requisitions",
  page: "/smart-requisition",
  sums: "amount",
  since: "r.requested_on",
};
const orders = {
  list: orderList,
  api: "/api/v1/purchase-orders",
  page: "/purchase-orders",
  sums: "amount",
  since: "o.ordered_on",
};
const toOrder = {
  id: "to-order",
  label: "Approved, to order",
  ...requisitions,
  query: "status=approved,partly_ordered",
  says: ["approved requisition is to be ordered", "approved requisitions are to be ordered"],
} as const;
const receiving = {
  id: "receiving",
  label: "Receiving",
  ...orders,
  query: "receivable=true",
  says: ["order is to be received", "orders are to be received"],
} as const;

/** What the dashboard shows of requisitions and orders. */
export const procurementFigures: readonly FigureSource[] = [
  {
    group: "money",
    place: 30,
    id: "open-orders",
    label: "Open orders",
    ...orders,
    query: "open=true",
  },
  {
    group: "money",
    place: 40,
    id: "late-orders",
    label: "Orders late",
    ...orders,
    query: "late=true",
  },
  {
    group: "flow",
    place: 10,
    id: "requisitions",
    label: "Requisitions in approval",
    ...requisitions,
    query: "status=in_approval",
  },
  { group: "flow", place: 20, ...toOrder },
  {
    group: "flow",
    place: 30,
    id: "to-issue",
    label: "Orders to issue",
    ...orders,
    query: "status=draft,in_approval,approved,returned",
  },
  { group: "flow", place: 40, ...receiving },
  { group: "duty", place: 10, permission: "purchaseOrder.create", ...toOrder },
  {
    group: "duty",
    place: 20,
    permission: "purchaseOrder.create",
    id: "issue",
    label: "Approved orders to issue",
    ...orders,
    query: "status=approved",
    says: ["approved order is to be issued", "approved orders are to be issued"],
  },
  { group: "duty", place: 30, permission: "receipt.post", ...receiving },
  {
    group: "duty",
    place: 105,
    id: "came-back",
    pressing: true,
    label: "Your requisitions that came back",
    ...requisitions,
    query: "mine=true&status=returned",
    says: ["requisition of yours came back", "requisitions of yours came back"],
  },
  {
    group: "duty",
    place: 110,
    id: "mine",
    label: "Your requisitions under way",
    ...requisitions,
    query: "mine=true&status=draft,returned,in_approval,approved",
    says: ["requisition of yours is under way", "requisitions of yours are under way"],
  },
];
