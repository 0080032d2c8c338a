import { actAt } from "#server/http/acts.ts";
import { type Endpoint } from "#server/http/endpoint.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { requisitionNoun } from "../requisition/requisition.service.ts";
import { orderNoun } from "../order/order.service.ts";
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
  ...stepEndpoints(requisitionNoun, {
    takeOver: step(takeOverInput, takeOverRequisition, {
      summary: "Give a draft whose author left to another member, or take it over",
    }),
    withdrawLeft: step(withdrawInput, withdrawLeft, {
      summary: "Withdraw a draft whose author left",
    }),
  }),
  actAt(requisitions, "take-over-many", {
    permission: "requisition.cancel",
    summary: "Give several drafts whose authors left to another member",
    body: takeOverManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "requisition", body.ids, (tx, id) =>
        takeOverRequisition(tx, actor, { id, version: null }, { personId: body.personId ?? null }),
      ),
  }),
  actAt(requisitions, "withdraw-many", {
    permission: "requisition.cancel",
    summary: "Withdraw several drafts whose authors left",
    body: withdrawManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "requisition", body.ids, (tx, id) =>
        withdrawLeft(tx, actor, { id, version: null, reason: body.reason }),
      ),
  }),
  ...stepEndpoints(orderNoun, {
    takeOver: step(takeOverInput, takeOverOrder, {
      summary: "Give a draft whose buyer left to another one, or take it over",
    }),
  }),
  actAt(orders, "take-over-many", {
    permission: "purchaseOrder.close",
    summary: "Give several drafts whose buyers left to another one",
    body: takeOverManyInput,
    response: manyAnswer,
    ownTransaction: true,
    handler: ({ app, actor, body }) =>
      eachOf(app, actor, "purchaseOrder", body.ids, (tx, id) =>
        takeOverOrder(tx, actor, { id, version: null }, { personId: body.personId ?? null }),
      ),
  }),
  actAt(orders, "withdraw-many", {
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
