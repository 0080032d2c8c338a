import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { assetCost, purchasesAnswer } from "./cost.model.ts";
import { costOfAsset, purchasesOf } from "./cost.service.ts";

/** What work costs: hours by their rates, and what posted invoices charged for it. */
export const workCostEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/work-orders/{id}/purchases",
    permission: "workOrder.read",
    summary: "What posted invoices charged for what a work order bought",
    params: idParams,
    response: purchasesAnswer,
    handler: ({ db, params }) => purchasesOf(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/assets/{id}/cost",
    permission: "asset.read",
    summary: "What work on an asset cost, by work order",
    params: idParams,
    response: assetCost,
    handler: ({ db, actor, params }) => costOfAsset(db, actor, params.id),
  }),
];
