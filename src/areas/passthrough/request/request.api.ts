import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { requestList } from "./request.list.ts";
import { requestDetail, requestInput, requestRow } from "./request.model.ts";
import { readRequest, stepRequest, submitRequest } from "./request.service.ts";

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
  ...(["accept", "return"] as const).map((action) =>
    endpoint({
      method: "POST",
      path: `${path}/{id}/actions/${action}`,
      permission: "subaward.review",
      summary:
        action === "accept"
          ? "Accept a payment request: it becomes an invoice"
          : "Return a payment request, with the reason",
      params: idParams,
      body: z.object({ reason: z.string().trim().max(2000).nullish() }),
      response: writtenRecord,
      handler: ({ tx, actor, params, body, ifMatch }) =>
        stepRequest(tx, actor, action, {
          id: params.id,
          version: ifMatch,
          reason: body.reason ?? null,
        }),
    }),
  ),
];
