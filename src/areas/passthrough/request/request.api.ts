import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { requestNoun } from "./request.noun.ts";
import { requestList } from "./request.list.ts";
import { requestDetail, requestInput, requestRow } from "./request.model.ts";
import { acceptRequest, readRequest, returnRequest, submitRequest } from "./request.service.ts";

const path = "/api/v1/subaward-requests";

export const requestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "subaward.read", requestList, requestRow),
  endpoint({
    method: "POST",
    path: "/api/v1/subawards/{id}/requests",
    permission: "subaward.edit",
    summary: "Enter a payment request that came on paper",
    params: idParams,
    status: 201,
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => submitRequest(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "subaward.read",
    summary: "A payment request with its costs",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  historyEndpoint(path, "subawardRequest", "subaward.read"),
  ...stepEndpoints(requestNoun, {
    accept: { summary: "Accept a payment request: it becomes an invoice", take: acceptRequest },
    return: { summary: "Return a payment request, with the reason", take: returnRequest },
  }),
];
