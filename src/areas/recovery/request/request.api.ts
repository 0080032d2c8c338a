import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { requestNoun } from "../recovery.nouns.ts";
import { stepInput } from "../recovery.steps.ts";
import { requestList } from "./request.list.ts";
import { requestDetail, requestRow } from "./request.model.ts";
import { readRequest } from "./request.read.service.ts";
import {
  certifyRequest,
  checkRequest,
  draftRequest,
  endRequest,
  leaveOut,
  payRequest,
  submitRequest,
} from "./request.service.ts";
import { traceOf } from "./trace.service.ts";

const path = "/api/v1/pa-requests";
/** Requests for reimbursement of projects. */
export const requestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.read", requestList, requestRow),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-projects/{id}/requests",
    permission: "recovery.edit",
    summary: "Begin a request with all eligible lines that wait",
    status: 201,
    params: idParams,
    response: writtenRecord,
    handler: ({ tx, actor, params }) => draftRequest(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.read",
    summary: "A request for reimbursement",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  historyEndpoint(path, "paRequest", "recovery.read"),
  endpoint({
    method: "GET",
    path: `${path}/{id}/trace.csv`,
    permission: "recovery.read",
    summary: "The trace of every line of a request, as CSV",
    params: idParams,
    raw: true,
    handler: async ({ db, params, reply }) => {
      const { name, text } = await traceOf(db, params.id);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(text);
    },
  }),
  endpoint({
    method: "POST",
    permission: "recovery.edit",
    params: idParams,
    response: writtenRecord,
    path: `${path}/{id}/leave-out`,
    summary: "Leave lines out and keep them waiting",
    body: z.object({ itemIds: z.array(z.uuid()).min(1, "Choose a line.").max(2_000) }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      leaveOut(tx, actor, params.id, { itemIds: body.itemIds, version: ifMatch }),
  }),
  ...stepEndpoints(requestNoun, {
    check: { summary: "Prove every line and claim its costs", take: checkRequest },
    certify: { summary: "Certify a request that another person prepared", take: certifyRequest },
    submit: step(
      stepInput.extend({
        reference: z.string().trim().min(1, "Enter the reference of the state.").max(120),
      }),
      submitRequest,
      { summary: "Record that a request was sent" },
    ),
    pay: step(
      stepInput.extend({
        paidOn: z.iso.date("Enter the day."),
        paidCents: z.number("Enter the amount.").int(),
      }),
      (tx, actor, at, { paidOn, paidCents }) => payRequest(tx, actor, at, { paidOn, paidCents }),
      { summary: "Record what the state paid" },
    ),
    ...alike(endRequest, {
      return: "Record that the state returned it",
      cancel: "Cancel a request",
    }),
  }),
];
