import "./order/order.carrier.ts";
import { registerApprovable } from "#areas/workflow/workflow.server.ts";
import { seedProcurement } from "./procurement.seed.ts";
export { endOrders } from "./procurement.seed.ts";
import { readConfig } from "#server/config.ts";
import { boardEndpoints } from "./board/board.api.ts";
import { procurementStages } from "./board/procurement-stages.service.ts";
import { registerStages } from "./board/stage.service.ts";
import { insuranceEndpoints } from "./insurance/insurance.api.ts";
import { fulfilmentEndpoints } from "./fulfilment/fulfilment.api.ts";
import { orderApproval } from "./order/order.change.ts";
import { orderEndpoints } from "./order/order.api.ts";
import { orderSummary } from "./order/order.list.ts";
import { priceEndpoints } from "./price/price.api.ts";
import { requisitionEndpoints } from "./requisition/requisition.api.ts";
import { requisitionSummary } from "./requisition/requisition.list.ts";
import { takeoverEndpoints } from "./takeover/takeover.api.ts";
import { requisitionApproval } from "./requisition/requisition.service.ts";

export { registerStages, type Stage, type Suggestion } from "./board/stage.service.ts";
export { createRequisition, submitRequisition } from "./requisition/requisition.service.ts";
export { refuseUnknownCodes } from "./requisition/requisition.codes.ts";
export { requisitionInput } from "./requisition/requisition.model.ts";
export {
  acknowledgeOrder,
  createOrder,
  hearAwardedOrders,
  issueOrder,
  orderNoun,
  submitOrder,
  type OrderHeard,
  type OrderRecord,
} from "./order/order.service.ts";
export {
  insuranceStandings,
  insuranceStop,
  ofSolicitation,
  requireInsured,
} from "./insurance/insurance.service.ts";
export { orderInput } from "./order/order.model.ts";
export { postReceipt } from "./receipt/receipt.service.ts";
export {
  acknowledgeAsVendor,
  announceShipment,
  requestChange,
} from "./fulfilment/fulfilment.service.ts";
export { orderList } from "./order/order.list.ts";
export { departmentId, openStory, decideFor, type Story } from "./demo/story.ts";
export { later, tell, type Timeline } from "./demo/timeline.ts";
export { requisitionList } from "./requisition/requisition.list.ts";

registerApprovable({
  type: "requisition",
  href: (id) => `/smart-requisition/${id}`,
  ...requisitionApproval,
  summary: requisitionSummary,
});
registerApprovable({
  type: "purchaseOrder",
  href: (id) => `/purchase-orders/${id}`,
  ...orderApproval(() => readConfig().origin),
  summary: orderSummary,
});

registerStages(procurementStages);

/** What the server mounts of this area. */
export const procurement = {
  name: "procurement",
  seed: seedProcurement,
  endpoints: [
    ...requisitionEndpoints,
    ...orderEndpoints,
    ...takeoverEndpoints,
    ...priceEndpoints,
    ...boardEndpoints,
    ...fulfilmentEndpoints,
    ...insuranceEndpoints,
  ],
};
