import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import {
  manyAnswer,
  takeOverInput,
  takeOverManyInput,
  withdrawInput,
  withdrawManyInput,
} from "./takeover.model.ts";
import {
  eachOf,
  takeOverOrder,
  takeOverRequisition,
  withdrawLeft,
  withdrawLeftOrder,
} from "./takeover.service.ts";

const requisitions = "/api/v1/requisitions";
const orders = "/api/v1/purchase-orders";

/** Drafts whose author is no longer a member: taken over or withdrawn, one by one or several. */
export const takeoverEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${requisitions}/{id}/actions/takeOver`,
    permission: "requisition.cancel",
    summary: "Give a draft whose author left to another member, or take it over",
    params: idParams,
    body: takeOverInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      takeOverRequisition(tx, actor, params.id, ifMatch, body.personId ?? null),
  }),
  endpoint({
    method: "POST",
    path: `${requisitions}/{id}/actions/withdrawLeft`,
    permission: "requisition.cancel",
    summary: "Withdraw a draft whose author left",
    params: idParams,
    body: withdrawInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      withdrawLeft(tx, actor, params.id, ifMatch, body.reason),
  }),
  endpoint({
    method: "POST",
    path: `${requisitions}/actions/take-over-many`,
    permission: "requisition.cancel",
    summary: "Give several drafts whose authors left to another member",
    body: takeOverManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "requisition", body.ids, (tx, id) =>
        takeOverRequisition(tx, actor, id, null, body.personId ?? null),
      ),
  }),
  endpoint({
    method: "POST",
    path: `${requisitions}/actions/withdraw-many`,
    permission: "requisition.cancel",
    summary: "Withdraw several drafts whose authors left",
    body: withdrawManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "requisition", body.ids, (tx, id) =>
        withdrawLeft(tx, actor, id, null, body.reason),
      ),
  }),
  endpoint({
    method: "POST",
    path: `${orders}/{id}/actions/takeOver`,
    permission: "purchaseOrder.close",
    summary: "Give a draft whose buyer left to another one, or take it over",
    params: idParams,
    body: takeOverInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      takeOverOrder(tx, actor, params.id, ifMatch, body.personId ?? null),
  }),
  endpoint({
    method: "POST",
    path: `${orders}/actions/take-over-many`,
    permission: "purchaseOrder.close",
    summary: "Give several drafts whose buyers left to another one",
    body: takeOverManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "purchaseOrder", body.ids, (tx, id) =>
        takeOverOrder(tx, actor, id, null, body.personId ?? null),
      ),
  }),
  endpoint({
    method: "POST",
    path: `${orders}/actions/withdraw-many`,
    permission: "purchaseOrder.close",
    summary: "Cancel several drafts whose buyers left; their requisitions get the lines back",
    body: withdrawManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "purchaseOrder", body.ids, (tx, id) =>
        withdrawLeftOrder(tx, actor, id, body.reason),
      ),
  }),
];
