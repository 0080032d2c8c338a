import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { closureList } from "./closure.list.ts";
import { closureNoun } from "./closure.noun.ts";
import { announceClosure, liftClosure, readClosure } from "./closure.service.ts";
import { closureDetail, closureInput, closureRow, layerInput, layerShown } from "./road.model.ts";
import { importRoads, readLayers } from "./road.service.ts";

const [layers, closures] = ["/api/v1/road-layers", "/api/v1/road-closures"] as const;
const [read, plan] = ["route.read", "route.plan"] as const;

export const roadEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: layers,
    permission: read,
    summary: "The imported layers of roads, the one in force first",
    response: z.object({ items: z.array(layerShown) }),
    handler: async ({ db }) => ({ items: await readLayers(db) }),
  }),
  endpoint({
    method: "POST",
    path: layers,
    permission: plan,
    summary: "Import the roads that vehicles drive, from a GeoJSON file",
    status: 201,
    ownTransaction: true,
    body: layerInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ app, actor, body }) => importRoads(app, actor, body),
  }),
  ...listEndpoints(closures, read, closureList, closureRow),
  endpoint({
    method: "POST",
    path: closures,
    permission: plan,
    summary: "Announce that a road or a surface is closed from a day on",
    status: 201,
    body: closureInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => announceClosure(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${closures}/{id}`,
    permission: read,
    summary: "A road closure",
    params: idParams,
    response: closureDetail,
    handler: ({ db, actor, params }) => readClosure(db, actor, params.id),
  }),
  historyEndpoint(closures, "roadClosure", read),
  ...stepEndpoints(closureNoun, { lift: liftClosure }),
];
