import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { amendmentDetail, amendmentInput, amendmentRow } from "./amendment.model.ts";
import { amendmentList, readAmendment } from "./amendment.read.service.ts";
import {
  changeAmendment,
  draftAmendment,
  submitAmendment,
  withdrawAmendment,
} from "./amendment.service.ts";

const path = "/api/v1/budget-amendments";

export const amendmentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "budget.read", amendmentList, amendmentRow),
  endpoint({
    method: "POST",
    path,
    permission: "amendment.create",
    summary: "Draft a budget amendment or transfer",
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftAmendment(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "budget.read",
    summary: "A budget amendment with its lines",
    params: idParams,
    response: amendmentDetail,
    handler: ({ db, actor, params }) => readAmendment(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "amendment.create",
    summary: "Change a draft or returned amendment",
    params: idParams,
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAmendment(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "budgetAmendment", "budget.read"),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/submit`,
    permission: "amendment.create",
    summary: "Send it for approval and reserve what it takes",
    params: idParams,
    body: z.object({ reason: z.string().trim().max(2000).nullish() }),
    response: writtenRecord,
    handler: ({ tx, actor, params, ifMatch }) =>
      submitAmendment(tx, actor, { id: params.id, version: ifMatch }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/withdraw`,
    permission: "amendment.create",
    summary: "Withdraw it; what it reserved is free again",
    params: idParams,
    body: z.object({ reason: z.string().trim().max(2000).nullish() }),
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      withdrawAmendment(tx, actor, {
        id: params.id,
        version: ifMatch,
        reason: body.reason ?? null,
      }),
  }),
];
