import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { reopenRuleInput, reopenRuleRow, typeChange, typeInput, typeRow } from "./type.model.ts";
import { addReopenRule, changeType, createType, reopenRules, typesOf } from "./type.service.ts";

const path = "/api/v1/service-types";
const madeId = z.object({ id: z.string() });

/** What can be reported, and how long reporters may reopen. */
export const typeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "serviceRequest.read",
    summary: "Kinds of service that can be reported, in use or not",
    response: z.object({ items: z.array(typeRow) }),
    handler: async ({ db }) => ({ items: await typesOf(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "serviceType.edit",
    summary: "Add what can be reported",
    status: 201,
    body: typeInput,
    response: madeId,
    handler: ({ tx, actor, body }) => createType(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "serviceType.edit",
    summary: "Change what can be reported, or retire it",
    params: idParams,
    body: typeChange,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeType(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/service-reopen-rules",
    permission: "serviceRequest.read",
    summary: "Within how many days reporters may reopen, by day",
    response: z.object({ items: z.array(reopenRuleRow) }),
    handler: async ({ db }) => ({ items: await reopenRules(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/service-reopen-rules",
    permission: "serviceType.edit",
    summary: "Set within how many days reporters may reopen, from a day on",
    status: 201,
    body: reopenRuleInput,
    response: madeId,
    handler: ({ tx, actor, body }) => addReopenRule(tx, actor, body),
  }),
];
