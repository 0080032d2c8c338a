import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { requisitionFrom } from "../requisition.service.ts";
import { requisitionOf, solicitationOf, toBuy, toBuyQuery } from "./lines.model.ts";
import { proposeLines } from "./lines.service.ts";
import { solicitFrom } from "./solicitation.service.ts";
import { boughtStanding, measuredShapes, shapesQuery } from "./standing.model.ts";
import { shapesOf, standingOf } from "./standing.service.ts";

const [sheets, measurements] = ["/api/v1/plan-sheets", "/api/v1/measurements"] as const;
const read = "project.read";

/** What measurements become, and what became of them. */
export const outEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${sheets}/{id}/to-buy`,
    permission: read,
    summary: "What the measurements of a sheet become: lines with proposed prices",
    params: idParams,
    query: toBuyQuery,
    response: toBuy,
    handler: ({ db, actor, params, query }) => proposeLines(db, actor, params.id, query),
  }),
  actAt(measurements, "to-requisition", {
    permission: "takeoff.edit",
    summary: "Make measurements the lines of one draft requisition",
    body: requisitionOf,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => requisitionFrom(tx, actor, body),
  }),
  actAt(measurements, "to-solicitation", {
    permission: "solicitation.edit",
    summary: "Put measurements into a draft solicitation, with their estimate",
    body: solicitationOf,
    response: z.object({
      id: z.string(),
      number: z.string(),
      version: z.number(),
      items: z.number(),
    }),
    handler: ({ tx, actor, body }) => solicitFrom(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${measurements}/{id}/standing`,
    permission: read,
    summary: "What was measured, ordered, received and paid, of a measurement",
    params: idParams,
    response: boughtStanding,
    handler: ({ db, params }) => standingOf(db, { measurementId: params.id }),
  }),
  endpoint({
    method: "GET",
    path: `${sheets}/{id}/standing`,
    permission: read,
    summary: "What was measured, ordered, received and paid, on a sheet",
    params: idParams,
    response: boughtStanding,
    handler: ({ db, params }) => standingOf(db, { sheetId: params.id }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/plan-sets/{id}/standing",
    permission: read,
    summary: "What was measured, ordered, received and paid, of a plan set",
    params: idParams,
    response: boughtStanding,
    handler: ({ db, params }) => standingOf(db, { planSetId: params.id }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/measured-shapes",
    permission: read,
    summary: "Where what a requisition, order or solicitation buys was measured",
    query: shapesQuery,
    response: measuredShapes,
    handler: ({ db, query }) => shapesOf(db, query),
  }),
];
