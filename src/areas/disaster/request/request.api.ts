import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { requestNoun } from "../incident/nouns.ts";
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
  ...stepEndpoints(requestNoun, {
    ...alike(
      moveRequest,
      [
        "approveSection",
        "check",
        "order",
        "toFinance",
        "fund",
        "deny",
        "cancel",
        "receive",
        "demobilize",
      ],
      { body: stepInput },
    ),
  }),
];
