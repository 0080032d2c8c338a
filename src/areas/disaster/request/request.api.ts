import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { requestCycle, type RequestAction } from "./request.labels.ts";
import { requestList } from "./request.list.ts";
import { requestDetail, requestInput, requestRow, stepInput } from "./request.model.ts";
import { askForResource, moveRequest, readRequest } from "./request.service.ts";

const path = "/api/v1/incident-requests";

/** Resource requests of incidents (213RR). */
export const requestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "incident.read", requestList, requestRow),
  endpoint({
    method: "POST",
    path,
    permission: "incident.work",
    summary: "Ask for a resource in an incident",
    status: 201,
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askForResource(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "incident.read",
    summary: "A resource request with its lines and similar open requests",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  historyEndpoint(path, "incidentRequest", "incident.read"),
  ...(Object.keys(requestCycle.actions) as RequestAction[]).map((name) =>
    endpoint({
      method: "POST",
      path: `${path}/{id}/actions/${name}`,
      permission: "incident.work",
      summary: `${requestCycle.actions[name].label}: a resource request`,
      params: idParams,
      body: stepInput,
      response: writtenRecord,
      handler: ({ tx, actor, params, body, ifMatch }) =>
        moveRequest(tx, actor, name, { id: params.id, version: ifMatch }, body),
    }),
  ),
];
