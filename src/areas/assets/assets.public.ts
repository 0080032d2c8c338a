export { holdReasons } from "./work-order/work-order.labels.ts";
export { hourPay } from "./hours/hours.labels.ts";
export { meterKinds } from "./meter/meter.labels.ts";
