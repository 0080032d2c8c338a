import { requireRecord } from "#server/lifecycle.ts";
import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import {
  acknowledgeAsVendor,
  announceShipment,
  readFulfilment,
  withdrawShipment,
} from "./fulfilment.service.ts";
import {
  answerRequest,
  requestChange,
  withdrawRequest,
  changeRequestNoun,
} from "./change-request.service.ts";
import { changeRequestInput, fulfilment, shipNoticeInput } from "./fulfilment.model.ts";

const vendorOrder = "/api/v1/vendor-orders/{orgId}/{id}";
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const act = {
  permission: "vendorPortal.act",
  ownTransaction: true,
  params: both,
  response: writtenRecord,
  tag: "vendor-portal",
} as const;

const byVendor: Endpoint[] = [
  actAt(vendorOrder, "acknowledge", {
    ...act,
    summary: "Acknowledge your order",
    handler: ({ app, actor, params }) => acknowledgeAsVendor(app, actor, params.orgId, params.id),
  }),
  actAt(vendorOrder, "request-change", {
    ...act,
    summary: "Ask for another date, quantity or price",
    body: changeRequestInput,
    handler: ({ app, actor, params, body }) =>
      requestChange(app, actor, params.orgId, params.id, body),
  }),
  actAt(vendorOrder, "ship", {
    ...act,
    summary: "Announce a shipment (ASN)",
    body: shipNoticeInput,
    handler: ({ app, actor, params, body }) =>
      announceShipment(app, actor, params.orgId, params.id, body),
  }),
  actAt("/api/v1/vendor-ship-notices/{orgId}/{id}", "withdraw", {
    ...act,
    summary: "Take a ship notice back",
    handler: ({ app, actor, params }) => withdrawShipment(app, actor, params.orgId, params.id),
  }),
  actAt("/api/v1/vendor-change-requests/{orgId}/{id}", "withdraw", {
    ...act,
    summary: "Take a change request back",
    handler: ({ app, actor, params }) => withdrawRequest(app, actor, params.orgId, params.id),
  }),
];

const byAgency: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/purchase-orders/{id}/fulfilment",
    permission: "purchaseOrder.read",
    summary: "What the vendor announced and asked for",
    params: idParams,
    response: fulfilment,
    handler: async ({ db, actor, params }) => {
      await requireRecord(db, "purchaseOrder", params.id);
      return {
        ...(await readFulfilment(db, actor.orgId!, params.id)),
        canAnswer: actor.permissions.has("purchaseOrder.issue"),
      };
    },
  }),
  ...stepEndpoints(changeRequestNoun, {
    ...alike(answerRequest, {
      accept: "Accept what the vendor asks for; change the order next",
      decline: "Decline it, with the reason",
    }),
  }),
];

export const fulfilmentEndpoints: readonly Endpoint[] = [...byVendor, ...byAgency];
