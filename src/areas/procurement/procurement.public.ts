export type { Order, OrderDetail } from "./order/order.answer.model.ts";
export type { Requisition, RequisitionDetail } from "./requisition/requisition.model.ts";
export { orderStatuses } from "./order/order.labels.ts";
export {
  changeRequestStatuses,
  isToCome,
  shipmentCourse,
  shipNoticeStatuses,
  type ShipmentStatus,
} from "./fulfilment/fulfilment.labels.ts";
export { methods, type Method } from "./method/method.labels.ts";
export { insuranceStanding, type InsuranceStanding } from "./insurance/insurance.model.ts";
export { priceAt, type RatedItem } from "./order/rate.model.ts";
