import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { floodBuildingList } from "./flood.list.ts";
import {
  floodBuildingInput,
  floodBuildingRow,
  floodRow,
  newBuildingInput,
  removalInput,
} from "./flood.model.ts";
import { changeBuilding, floodOf, recordBuilding, removeBuilding } from "./flood.service.ts";

const ofProject = "/api/v1/pa-projects/{id}/flood-buildings";
const path = "/api/v1/pa-flood-buildings";
const madeId = z.object({ id: z.string() });

/** Buildings that a flood damaged. */
export const floodEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.read", floodBuildingList, floodBuildingRow),
  endpoint({
    method: "GET",
    path: ofProject,
    permission: "recovery.read",
    summary: "Flooded buildings of a project and what the law takes off for them",
    params: idParams,
    response: floodRow,
    handler: ({ db, params }) => floodOf(db, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.edit",
    summary: "Record a building that a flood damaged",
    status: 201,
    body: newBuildingInput,
    response: madeId,
    handler: ({ tx, actor, body: { projectId, ...said } }) =>
      recordBuilding(tx, actor, projectId, said),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "recovery.edit",
    summary: "Change a flooded building",
    params: idParams,
    body: floodBuildingInput,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeBuilding(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/remove`,
    permission: "recovery.edit",
    summary: "Take out a flooded building that was recorded in error",
    params: idParams,
    body: removalInput,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      removeBuilding(tx, actor, params.id, body, ifMatch),
  }),
];
