import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { receivedLines } from "#areas/procurement/procurement.server.ts";
import { acknowledgeCertificates } from "./certificate.service.ts";
import { buyInput, needInput, needRow, receivedInput, takenInput } from "./need.model.ts";
import { addNeed, buyNeeds, dropNeed, issueNeed, nameReceipt, needsOf } from "./need.service.ts";

const path = "/api/v1/work-orders/{id}/needs";
const madeId = z.object({ id: z.string() });
const one = idParams.extend({ needId: z.uuid("Not the id of a need.") });
const of = ({ id, needId }: { id: string; needId: string }) => ({ id, needId });

/** What work needs: parts, and certificates of who does it. */
export const needEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "workOrder.read",
    summary: "What a work order needs",
    params: idParams,
    response: z.object({ items: z.array(needRow) }),
    handler: async ({ db, params }) => ({ items: await needsOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "workOrder.work",
    summary: "Write down what a job needs",
    status: 201,
    params: idParams,
    body: needInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => addNeed(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/buy`,
    permission: "requisition.create",
    summary: "Draft a requisition of what is needed",
    status: 201,
    params: idParams,
    body: buyInput,
    response: z.object({ requisitionId: z.string() }),
    handler: ({ tx, actor, params, body }) => buyNeeds(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{needId}/drop`,
    permission: "workOrder.work",
    summary: "A need that is none after all",
    status: 200,
    params: one,
    response: madeId,
    handler: ({ tx, actor, params }) => dropNeed(tx, actor, of(params)),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{needId}/receipt`,
    permission: "workOrder.work",
    summary: "Name the receipt's line that brought it",
    status: 200,
    params: one,
    body: receivedInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) =>
      nameReceipt(tx, actor, of(params), body.receiptLineId),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{needId}/issue`,
    permission: "workOrder.work",
    summary: "Take it from stock, where an area keeps stock",
    status: 200,
    params: one,
    body: takenInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => issueNeed(tx, actor, of(params), body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/received-lines",
    permission: "workOrder.work",
    summary: "Lines of posted receipts, newest first",
    query: z.object({ q: z.string().max(100).default("") }),
    response: z.object({ items: z.array(z.object({ id: z.string(), label: z.string() })) }),
    handler: async ({ db, query }) => ({ items: await receivedLines(db, query.q) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/work-orders/{id}/certificates",
    permission: "workOrder.plan",
    summary: "Acknowledge by name that who does the work holds what it demands",
    status: 200,
    params: idParams,
    response: madeId,
    handler: ({ tx, actor, params, ifMatch }) =>
      acknowledgeCertificates(tx, actor, { id: params.id, version: ifMatch }),
  }),
];
