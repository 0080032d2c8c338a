import { z } from "zod";
import type { Area } from "#kernel/geo/area.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { hasStreets, streetsAddress } from "#server/http/streets.ts";
import { boundaryAnswer, boundaryInput } from "./boundary/boundary.model.ts";
import { boundaryBox, chooseBoundary, readBoundary } from "./boundary/boundary.service.ts";
import { readArchive } from "./layer/archive.service.ts";
import { layerRow, readAnswer, readInput } from "./layer/layer.model.ts";
import { listLayers, mapLayers } from "./layer/layer.service.ts";
import { readShapes } from "./layer/read-file.model.ts";
import { outlinesIn, statesIn } from "./placed/outlines.service.ts";
import { findInput, foundRow, outlinesAnswer, pinInput, placedRow } from "./placed/placed.model.ts";
import { townsIn } from "./placed/towns.service.ts";
import { findInside, pinRecord, placedOf } from "./placed/placed.service.ts";

const unplaced = z.array(z.object({ noun: z.string(), label: z.string(), count: z.number() }));
const layers = "/api/v1/map-layers";
const degrees = z.coerce.number().min(-180).max(180);

/** The map: outlines, records with their places, finding what is inside, layers. */
export const placesEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/map/outlines",
    permission: "place.read",
    summary:
      "Outlines of the counties and states that touch a box, its towns, the streets, the agency",
    query: z.object({ west: degrees, south: degrees, east: degrees, north: degrees }),
    response: outlinesAnswer,
    handler: async ({ db, query, app }) => ({
      items: outlinesIn(query),
      states: statesIn(query),
      towns: townsIn(query),
      streets: hasStreets(app.config.LEVEE_DATA_DIR) ? streetsAddress : null,
      agency: await boundaryBox(db),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/map/records",
    permission: "place.read",
    summary: "Records with a place on the map, as far as the person may read them",
    response: z.object({ items: z.array(placedRow), unplaced }),
    handler: async ({ db, actor }) => {
      const { items, unplaced: without } = await placedOf(db, actor);
      return { items, unplaced: without };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/map/find",
    permission: "place.read",
    summary: "Records that are, or may be, inside an area",
    status: 200,
    body: findInput,
    response: z.object({
      items: z.array(foundRow),
      pages: z.array(
        z.object({ noun: z.string(), label: z.string(), count: z.number(), href: z.string() }),
      ),
      unplaced,
    }),
    handler: ({ tx, actor, body }) =>
      findInside(tx, actor, body.area as Area, { buffer: body.buffer }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/map/records/{noun}/{id}/pin",
    permission: "place.pin",
    summary: "Say where a record is",
    params: z.object({ noun: z.string().max(60), id: z.uuid("Not a record id.") }),
    body: pinInput,
    response: z.object({ pinned: z.boolean() }),
    handler: async ({ tx, actor, params, body }) => {
      await pinRecord(tx, actor, params.noun, params.id, body);
      return { pinned: true };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/map/boundary",
    permission: "place.read",
    summary: "The layer that is the outline of the agency",
    response: boundaryAnswer,
    handler: ({ db }) => readBoundary(db),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/map/boundary",
    permission: "organization.edit",
    summary: "Choose the layer that is the outline of the agency, or none",
    body: boundaryInput,
    response: boundaryAnswer,
    handler: ({ tx, actor, body, ifMatch }) =>
      chooseBoundary(tx, actor, body.definitionId, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: layers,
    permission: "place.read",
    summary: "The agency's own layers in all their versions",
    response: z.object({ items: z.array(layerRow) }),
    handler: async ({ db }) => ({ items: await listLayers(db) }),
  }),
  endpoint({
    method: "POST",
    path: `${layers}/read`,
    permission: "place.edit",
    summary: "Read shapes of a GeoJSON, KML, CSV, KMZ or zipped shapefile; nothing is stored",
    status: 200,
    bodyLimit: 15_000_000,
    body: readInput,
    response: readAnswer,
    handler: async ({ body }) =>
      "text" in body ? readShapes(body.text) : readArchive(Buffer.from(body.archive, "base64")),
  }),
  ...definitionEndpoints(mapLayers, {
    path: layers,
    read: "place.read",
    write: "place.edit",
    publish: "place.publish",
    row: layerRow,
  }),
];
