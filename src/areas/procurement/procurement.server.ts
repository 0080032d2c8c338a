import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { procurementLeaving } from "./procurement.leaving.data.ts";
import { procurementSearches } from "./procurement.searches.ts";
import { requisitionAgent } from "./agent/requisition.agent.ts";
import { procurementFacts } from "./procurement.facts.ts";
import { childEnds } from "#server/origin/ends.ts";
import { orderEnds, requisitionEnds } from "./order/ending.service.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { programScopes } from "#server/program-scopes.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { orderNoun } from "./order/order.service.ts";
import { requisitionNoun } from "./requisition/requisition.service.ts";
import { procurementReferences } from "./order/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { countedRecords } from "#server/operation/counted-records.ts";
import { requesterStart } from "./requisition/quick-start.service.ts";
import { buyerStart } from "./order/quick-start.service.ts";
import { receiverStart } from "./receipt/quick-start.service.ts";
import { procurementUses } from "./delivery/delivery.service.ts";
import { listUses, quickStartsOf, firstSteps } from "#areas/organization/organization.server.ts";
import { purchaseSteps } from "./requisition/first-step.service.ts";
import { requisitionViews } from "./requisition/requisition.labels.ts";
import { orderViews } from "./order/order.labels.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { receiptFiles } from "./receipt/files.service.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { draftHoldings } from "./takeover/leaving.service.ts";
import { orderCarryover, requisitionCarryover } from "./order/order-carryover.service.ts";
import { yearCarryovers } from "#areas/budget/budget.server.ts";
import { orderFlow } from "./order/order-flow.service.ts";
import { requisitionFlow } from "./requisition/requisition-flow.service.ts";
import { orderList } from "./order/order.list.ts";
import { procurementFigures } from "./procurement.figures.ts";
import { requisitionList, requisitionSummary } from "./requisition/requisition.list.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedReceipts } from "./receipt/field.service.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { seedProcurement } from "./procurement.seed.ts";
export { orderDetail } from "./order/order.answer.model.ts";
export { orderCycle } from "./order/order.model.ts";
export { orderVersion } from "./order/versions.service.ts";
export { draftsLying } from "./lying.service.ts";
export { endOrders } from "./procurement.seed.ts";
import { readConfig } from "#server/config.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { boardEndpoints } from "./board/board.api.ts";
import { procurementStages } from "./board/procurement-stages.service.ts";
import { boardStages } from "./board/stage.service.ts";
import { insuranceEndpoints } from "./insurance/insurance.api.ts";
import { fulfilmentEndpoints } from "./fulfilment/fulfilment.api.ts";
import { orderApproval } from "./order/change-approval.service.ts";
import { orderEndpoints } from "./order/order.api.ts";
import { orderPaperMaker } from "./order/order-paper.service.ts";
import {
  evidencePapers,
  evidenceParts,
  shippedRules,
} from "#areas/governance/governance.server.ts";
import { controlChecks, controlSubjects } from "#server/controls/control-checks.ts";
import { papersOfOrders, receiptsOfOrders } from "./order/order-evidence.service.ts";
import { orderSummary } from "./order/order.summary.service.ts";
import { priceEndpoints } from "./price/price.api.ts";
import { filedOrders, purchaseFileParts } from "#server/controls/purchase-files.ts";
import { orderPartsOfFiles, ordersWithFiles } from "./controls/file-parts.service.ts";
import { orderChecks } from "./controls/order-checks.service.ts";
import { orderSubject } from "./controls/order-subject.service.ts";
import { awardChecks } from "./controls/award-checks.service.ts";
import { approvalChecks } from "./controls/approval-checks.service.ts";
import { likeOrdersCheck } from "./controls/like-orders.service.ts";
import { peopleChecks } from "./controls/people-checks.service.ts";
import { orderRules } from "./controls/rules.data.ts";
import { quoteEndpoints } from "./quote/quote.api.ts";
import { quoteFiles } from "./quote/files.service.ts";
import { requisitionEndpoints } from "./requisition/requisition.api.ts";
import { takeoverEndpoints } from "./takeover/takeover.api.ts";
import { requisitionApproval } from "./requisition/course.service.ts";

import { invariants } from "#server/operation/checking.ts";
import { procurementRules } from "./order/order.checks.ts";

export { figureOn } from "./controls/figures.ts";
export { issuedOrders, type IssuedOrder } from "./controls/order-subject.service.ts";
export { orderCoverages, type CoverageAsked, type OrderCoverage } from "./controls/coverage.ts";
export { orderCompetitions, type OrderCompetition } from "./controls/competition.ts";
export { billedOrders, type Billed } from "./order/order.checks.ts";
export { receiptsOfOrders };
export { boardOf } from "./board/board.service.ts";
export { boardAnswerOf } from "./board/board.model.ts";
export { boardStages, type Stage, type Suggestion } from "./board/stage.service.ts";
export { readRequisition } from "./requisition/requisition.list.ts";
export { cancelRequisition, withdrawRequisition } from "./requisition/course.service.ts";
export {
  incidentOrders,
  orderUnderIncident,
  placeUnderIncident,
  type IncidentOrderHeard,
} from "./requisition/incident.service.ts";
export {
  boughtOf,
  lineIdsOf,
  orderedFor,
  ordersPlaced,
  requestedLines,
  type RequestedLine,
} from "./requisition/bought.service.ts";
export { createRequisition } from "./requisition/requisition.service.ts";
export { submitRequisition } from "./requisition/submission.service.ts";
export { refuseUnknownCodes } from "./requisition/commodity-codes.service.ts";
export { requisitionInput } from "./requisition/requisition.model.ts";
export { overAccounts, type OverAccount } from "./order/award-money.service.ts";
export { acknowledgeOrder } from "./order/acknowledgement.service.ts";
export {
  createOrder,
  awardedOrders,
  orderNoun,
  type OrderHeard,
  type OrderRecord,
} from "./order/order.service.ts";
export {
  orderContracts,
  placeUnderContract,
  keepBackOfContract,
  withheldChanged,
  type KeepBack,
  type LineAtRate,
  type OrderContracts,
  type RatedLine,
} from "./order/contracts.service.ts";
export {
  issueInEmergency,
  keepWhatCame,
  orderLines,
  orderStandings,
  type OrderStanding,
} from "./order/emergency.service.ts";
export { vendorOf as vendorOfOrders } from "./order/vendor.service.ts";
export { ordersOfContracts, ordersUnder } from "./order/under-contract.service.ts";
export {
  holdOrder,
  orderToPay,
  type LineToPay,
  type OrderToPay,
} from "./order/lines-to-pay.service.ts";
export {
  commoditiesOf,
  commoditiesOfLines,
  pricesOverTime,
  pricesPaid,
} from "./price/price.service.ts";
export { chargedDocuments, type ChargedDocument } from "./order/charged.service.ts";
export {
  codedPartsOf,
  codesOfOrderLines,
  recodeLine,
  type CodedPart,
} from "./order/coded-lines.service.ts";
export { leftToOrder } from "./order/left-to-order.service.ts";
export {
  clausesOfOrders,
  orderClauses,
  ordersWithoutClauses,
  type ClausedOrder,
  type ClauseSubject,
} from "./order/order-clauses.service.ts";
export { accountsOfRequisitionLines } from "./requisition/line-accounts.service.ts";
export { issueOrder } from "./order/issue.service.ts";
export { draftedChangesOf, draftOrderChange } from "./order/change-draft.service.ts";
export { changeInput as orderChangeInput, orderInput } from "./order/order.model.ts";
export { changeOrder } from "./order/order-change.service.ts";
export { editOrder } from "./order/order-draft.service.ts";
export { submitOrder } from "./order/submission.service.ts";
export { certificatesOf, type Certificate } from "./insurance/certificates.service.ts";
export {
  insuranceStandings,
  insuranceStop,
  insuranceStops,
  ofSolicitation,
  requireInsured,
} from "./insurance/insurance.service.ts";
export { billListeners, type BillListener } from "./order/billed.service.ts";
export { billOrder, type BilledLine } from "./order/billing.service.ts";
export { handsOnOrders } from "./receipt/duties.service.ts";
export {
  lockReceivedGoods,
  receiptNumbers,
  receivedGoods,
  receivedLine,
  receivedLines,
} from "./receipt/named.service.ts";
export {
  rejectedGoods,
  rejectedLine,
  rejectedLines,
  type RejectedLine,
} from "./receipt/rejected.service.ts";
export { daysFromNeedToOrder } from "./requisition/need-to-order.service.ts";
export {
  receiptListeners,
  type ReceiptEvent,
  type ReceiptLineHeard,
  type ReceiptListener,
} from "./receipt/heard.service.ts";
export {
  partSource,
  registerPartSource,
  type Consumer,
  type PartSource,
  type PartWanted,
} from "./stock/part-source.service.ts";
export {
  keptGoods,
  orderedGoods,
  orderLinesOfReceipts,
  receiptHead,
  type KeptGoods,
  type OrderedGoods,
} from "./stock/order-goods.service.ts";
export { postReceipt, receiptInput } from "./receipt/receipt.service.ts";
export { acknowledgeAsVendor, announceShipment } from "./fulfilment/fulfilment.service.ts";
export { shipNoticeNoun, type ShipNoticeRecord } from "./fulfilment/fulfilment.service.ts";
export { shipmentList } from "./fulfilment/shipment.list.ts";
export {
  announcedIn,
  arrivingShipments,
  cameIn,
  followShipment,
  isOwnShipment,
  pastDeliveries,
  quietShipments,
  quietShipmentsDue,
  shipmentOf,
  shipmentsCalled,
  unannouncedReceipts,
  unprovedDeliveries,
  type NamedShipment,
  type PastDelivery,
  type Shipment,
} from "./fulfilment/shipment.service.ts";
export {
  deliveredBetween,
  type DeliveredShipment,
} from "./fulfilment/delivered-between.service.ts";
export { requestChange } from "./fulfilment/change-request.service.ts";
export { likeOutside, type LikeOutside } from "./method/lookback.service.ts";
export { orderList } from "./order/order.list.ts";
export { departmentId, openStory, decideFor, type Story } from "./demo/story.seed.ts";
export { seedQuotes } from "./demo/quotes.seed.ts";
export {
  announceInStory,
  linesReceived,
  ordersToShip,
  type StoryOrder,
} from "./demo/shipments.seed.ts";
export { chance, later, tell, type Timeline } from "./demo/timeline.seed.ts";
export { requisitionList } from "./requisition/requisition.list.ts";
export { ordersByVendor } from "./order/orders-by-vendor.service.ts";
export { nearestTo, pastIndexOf } from "./agent/near.model.ts";
export { needIn, type Need } from "./agent/need.model.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "procurement",
  facts: procurementFacts,
  seed: { after: ["vendors"], tell: seedProcurement },
  endpoints: [
    ...requisitionEndpoints,
    ...orderEndpoints,
    ...takeoverEndpoints,
    ...priceEndpoints,
    ...quoteEndpoints,
    ...boardEndpoints,
    ...fulfilmentEndpoints,
    ...insuranceEndpoints,
  ],
  agents: [requisitionAgent],
  searches: procurementSearches,
  figures: procurementFigures,
  brings: [
    agencyTables.of(...procurementLeaving),
    fieldKinds.of(capturedReceipts),
    fileHolders.of(...receiptFiles, ...quoteFiles),
    childEnds.of(orderEnds, requisitionEnds),
    controlSubjects.of(orderSubject),
    controlChecks.of(
      ...orderChecks,
      ...awardChecks,
      ...peopleChecks,
      likeOrdersCheck,
      ...approvalChecks,
    ),
    shippedRules.of(...orderRules),
    placedRecords.of({
      noun: "purchaseOrder",
      label: "Open orders",
      permission: "purchaseOrder.read",
      list: orderList,
      page: "/purchase-orders",
      href: (id) => `/purchase-orders/${id}`,
      title: "o.number || ' ' || o.title",
      about: "v.name",
      latitude:
        "(select p.latitude from agency_place p where p.org_id = o.org_id and p.id = o.place_id)",
      longitude:
        "(select p.longitude from agency_place p where p.org_id = o.org_id and p.id = o.place_id)",
      postalCode:
        "(select p.postal_code from agency_place p where p.org_id = o.org_id and p.id = o.place_id)",
      query: { receivable: true },
    }),
    programScopes.of({
      "requisition.read": {
        place: 10,
        noun: "Requisitions",
        may: "Read requisitions and their history",
      },
      "requisition.create": {
        place: 11,
        noun: "Requisitions",
        may: "Draft requisitions, change drafts and returned ones",
      },
      "requisition.submit": {
        place: 12,
        noun: "Requisitions",
        may: "Send requisitions to their approvers, and take them back",
      },
      "purchaseOrder.read": {
        place: 20,
        noun: "Purchase orders",
        may: "Read orders, shipments and their PDFs",
      },
      "receipt.read": { place: 30, noun: "Receipts", may: "Read what was received" },
    }),
    recordTopics.of(
      { noun: requisitionNoun, label: "Requisitions" },
      { noun: orderNoun, label: "Purchase orders" },
    ),
    vendorReferences.of(...procurementReferences),
    listUses.of(...procurementUses),
    countedRecords.of(
      {
        name: "requisitions",
        group: "Records",
        label: "Requisitions",
        list: requisitionList,
        permission: "requisition.read",
        page: "/smart-requisition",
        day: "requestedOn",
      },
      {
        name: "orders",
        group: "Records",
        label: "Purchase orders",
        list: orderList,
        permission: "purchaseOrder.read",
        page: "/purchase-orders",
        day: "orderedOn",
      },
    ),
    quickStartsOf.of(requesterStart, buyerStart, receiverStart),
    firstSteps.of(...purchaseSteps),
    invariants.of(...procurementRules),
    holdings.of(...draftHoldings),
    approvables.of(
      {
        type: "requisition",
        href: (id) => `/smart-requisition/${id}`,
        ...requisitionApproval,
        summary: requisitionSummary,
      },
      {
        type: "purchaseOrder",
        href: (id) => `/purchase-orders/${id}`,
        ...orderApproval(() => readConfig().origin),
        summary: orderSummary,
      },
    ),
    boardStages.of(...procurementStages),
    flowRecords.of(requisitionFlow, orderFlow),
    paperMakers.of(orderPaperMaker),
    evidencePapers.of(papersOfOrders),
    evidenceParts.of(receiptsOfOrders),
    filedOrders.of(ordersWithFiles),
    purchaseFileParts.of(orderPartsOfFiles),
    yearCarryovers.of(orderCarryover, requisitionCarryover),
  ],
  asked: [
    {
      ...{ list: requisitionList, permission: "requisition.read" },
      page: "/smart-requisition",
      views: requisitionViews,
    },
    {
      ...{ list: orderList, permission: "purchaseOrder.read" },
      page: "/purchase-orders",
      views: orderViews,
    },
  ],
});
