export type { Order, OrderDetail } from "./order/order.model.ts";
export type { Requisition, RequisitionDetail } from "./requisition/requisition.model.ts";
export { orderStatuses } from "./order/order.labels.ts";
