import "./order/order.carrier.ts";
import { registerApprovable } from "#areas/workflow/workflow.server.ts";
import { seedProcurement } from "./procurement.seed.ts";
export { endOrders } from "./procurement.seed.ts";
import { readConfig } from "#server/config.ts";
import type { App } from "#server/http/app.ts";
import { bidEndpoints } from "./bid/bid.api.ts";
import { boardEndpoints } from "./board/board.api.ts";
import { procurementStages } from "./board/procurement-stages.service.ts";
import { registerStages } from "./board/stage.service.ts";
import { awardEndpoints } from "./award/award.api.ts";
import { settleAward } from "./award/settle.service.ts";
import { awardOutcome } from "./award/award.read.service.ts";
import { endCompetition } from "./award/award.service.ts";
import { solveScenarioJob } from "./award/scenario.service.ts";
import { evaluationEndpoints } from "./evaluation/evaluation.api.ts";
import { protestEndpoints } from "./protest/protest.api.ts";
import { finalOfferEndpoints } from "./final-offer/final-offer.api.ts";
import { finalOfferSchedules, keepRounds } from "./final-offer/open-offers.service.ts";
import { insuranceEndpoints } from "./insurance/insurance.api.ts";
import { fulfilmentEndpoints } from "./fulfilment/fulfilment.api.ts";
import { orderApproval } from "./order/order.change.ts";
import { hearAwardedOrders } from "./order/order.service.ts";
import { orderEndpoints } from "./order/order.api.ts";
import { orderSummary } from "./order/order.list.ts";
import { priceEndpoints } from "./price/price.api.ts";
import { requisitionEndpoints } from "./requisition/requisition.api.ts";
import { requisitionSummary } from "./requisition/requisition.list.ts";
import { openingEndpoints } from "./opening/opening.api.ts";
import { openHeld, openingSchedules, openStageJob } from "./opening/opening.jobs.ts";
import { keepRelease, registerOutcome } from "./ocds/release.service.ts";
import { watchDeadlines } from "./solicitation/clock.service.ts";
import { tellVendors } from "./solicitation/letters.service.ts";
import { opportunityEndpoints } from "./solicitation/opportunity.api.ts";
import { publicSolicitationEndpoints } from "./solicitation/public.api.ts";
import { hearSolicitations } from "./solicitation/publication.service.ts";
import { solicitationEndpoints } from "./solicitation/solicitation.api.ts";
import { takeoverEndpoints } from "./takeover/takeover.api.ts";
import { requisitionApproval } from "./requisition/course.service.ts";

export { registerStages, type Stage } from "./board/stage.service.ts";
export { createRequisition } from "./requisition/requisition.service.ts";
export { submitRequisition } from "./requisition/submission.service.ts";
export { requisitionInput } from "./requisition/requisition.model.ts";
export { createOrder } from "./order/order.service.ts";
export { issueOrder } from "./order/issue.service.ts";
export { submitOrder } from "./order/submission.service.ts";
export { orderInput } from "./order/order.model.ts";
export { postReceipt } from "./receipt/receipt.service.ts";
export {
  acknowledgeAsVendor,
  announceShipment,
  requestChange,
} from "./fulfilment/fulfilment.service.ts";
export { openedBids } from "./bid/opened.service.ts";
export { rehearsalState } from "./opening/officer.service.ts";
export { unlockPrices } from "./opening/price.service.ts";
export { ocdsProblems, unknownOcdsFields, type OcdsDocument } from "./ocds/ocds-schema.service.ts";
export { orderList } from "./order/order.list.ts";
export {
  hearSolicitations,
  type Heard,
  type PublicEvent,
} from "./solicitation/publication.service.ts";
export { noticesPart } from "./solicitation/public.live.service.ts";
export { latestNotices } from "./solicitation/public.service.ts";
export { openStory, decideFor, type Story } from "./demo/story.ts";
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
hearAwardedOrders(settleAward);
// First: a release tells the award as it stands after the end.
hearSolicitations(endCompetition);
registerOutcome(awardOutcome);
hearSolicitations(keepRelease);
hearSolicitations(tellVendors);

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
    ...solicitationEndpoints,
    ...opportunityEndpoints,
    ...publicSolicitationEndpoints,
    ...bidEndpoints,
    ...openingEndpoints,
    ...evaluationEndpoints,
    ...awardEndpoints,
    ...protestEndpoints,
    ...finalOfferEndpoints,
    ...insuranceEndpoints,
  ],
  jobs: [openStageJob.definition, solveScenarioJob],
  schedules: [...openingSchedules, ...finalOfferSchedules],
  start: (app: App) => watchDeadlines(app, openHeld, [keepRounds]),
};
