import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { driverLinkAsVendor, makeDriverLink, ofShipment, ofTransfer } from "./link.service.ts";
import { driverLink, proofInput, proofView, transferHandover } from "./proof.model.ts";
import { giveProof, lookAtProof } from "./proof.service.ts";
import { readHandover } from "./transfer.service.ts";

const token = z.string().min(80).max(200);
// The token travels in the body, so that no log of addresses keeps it.
const byLink = {
  method: "POST",
  permission: "public",
  ownTransaction: true,
  unkept: true,
  status: 200,
} as const;
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });

/** Links for drivers, and what is handed in by them. */
export const proofEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/ship-notices/{id}/driver-links",
    permission: "shipment.record",
    ownTransaction: true,
    unkept: true,
    summary: "Make the link by which a driver hands over one delivery; the one before ends",
    status: 201,
    params: idParams,
    response: driverLink,
    handler: ({ app, actor, params }) =>
      app.database.transaction(actor, (tx) => makeDriverLink(tx, actor, ofShipment(params.id))),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-transfers/{id}/driver-links",
    permission: "stock.move",
    ownTransaction: true,
    unkept: true,
    summary: "Make the link by which a driver hands over one transfer; the one before ends",
    status: 201,
    params: idParams,
    response: driverLink,
    handler: ({ app, actor, params }) =>
      app.database.transaction(actor, (tx) => makeDriverLink(tx, actor, ofTransfer(params.id))),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-transfers/{id}/handover",
    permission: "stock.read",
    summary: "What drivers handed over of a transfer, and what bears witness of it",
    params: idParams,
    response: transferHandover,
    handler: ({ db, params }) => readHandover(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-ship-notices/{orgId}/{id}/driver-links",
    permission: "vendorPortal.act",
    ownTransaction: true,
    unkept: true,
    summary: "Make the link by which your driver hands over one delivery",
    tag: "vendor-portal",
    status: 201,
    params: both,
    response: driverLink,
    handler: ({ app, actor, params }) => driverLinkAsVendor(app, actor, params.orgId, params.id),
  }),
  endpoint({
    ...byLink,
    path: "/api/v1/delivery-proofs/look",
    opensIn: "read_only",
    summary: "The one delivery that a driver's link is for",
    body: z.object({ token }),
    response: proofView,
    handler: ({ app, body }) => lookAtProof(app, body.token),
  }),
  endpoint({
    ...byLink,
    path: "/api/v1/delivery-proofs/give",
    summary: "Hand over the delivery of a driver's link, once",
    bodyLimit: 6 * 1024 * 1024,
    body: proofInput.extend({ token }),
    response: z.object({ number: z.string() }),
    handler: ({ app, body: { token: link, ...given } }) => giveProof(app, link, given),
  }),
];
