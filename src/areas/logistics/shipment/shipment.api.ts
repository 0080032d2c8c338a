import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { shipmentList } from "#areas/procurement/procurement.server.ts";
import { shipmentDesk, shipmentDetail, shipmentRow } from "./desk.model.ts";
import { readDesk, readShipment } from "./desk.service.ts";
import { eventInput, reportAnswer, reportInput } from "./event.model.ts";
import { enterEvent, takeReport } from "./event.service.ts";

const path = "/api/v1/ship-notices";
const read = "purchaseOrder.read";

/** Shipments: what arrives, each with its events, and events by hand or from a program. */
export const shipmentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, shipmentList, shipmentRow),
  endpoint({
    method: "GET",
    path: "/api/v1/shipment-desk",
    permission: read,
    summary: "What arrives by day, and what waits for its proof",
    response: shipmentDesk,
    handler: ({ db, actor }) => readDesk(db, actor),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/shipment-events",
    permission: "shipment.record",
    summary: "Send a carrier's events of shipments; each is judged by itself",
    status: 200,
    body: reportInput,
    response: reportAnswer,
    handler: ({ tx, actor, body }) => takeReport(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A shipment with its events and what bears witness of it",
    params: idParams,
    response: shipmentDetail,
    handler: ({ db, actor, params }) => readShipment(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/events`,
    permission: "shipment.record",
    summary: "Enter what happened to a shipment, such as that it was delivered",
    status: 201,
    params: idParams,
    body: eventInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => enterEvent(tx, actor, params.id, body),
  }),
  historyEndpoint(path, "shipNotice", read),
];
