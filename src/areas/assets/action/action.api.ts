import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { correctiveList } from "./action.list.ts";
import {
  causeInput,
  checkInput,
  containInput,
  correctiveDetail,
  correctiveInput,
  correctiveRow,
} from "./action.model.ts";
import {
  approvePlan,
  checkEffect,
  contain,
  findCause,
  implement,
  openAction,
  readAction,
  recur,
} from "./action.service.ts";

const path = "/api/v1/corrective-actions";
const act = { method: "POST", params: idParams, response: writtenRecord } as const;
const edit = { ...act, permission: "correctiveAction.edit" } as const;
const to = (action: string) => `${path}/{id}/actions/${action}`;
const nothing = z.object({ reason: z.string().trim().max(2000).nullish() });

export const correctiveEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "correctiveAction.read", correctiveList, correctiveRow),
  endpoint({
    method: "POST",
    path,
    permission: "correctiveAction.edit",
    summary: "Open a corrective action about a record",
    status: 201,
    body: correctiveInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => openAction(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "correctiveAction.read",
    summary: "A corrective action",
    params: idParams,
    response: correctiveDetail,
    handler: ({ db, actor, params }) => readAction(db, actor, params.id),
  }),
  historyEndpoint(path, "correctiveAction", "correctiveAction.read"),
  endpoint({
    ...edit,
    path: to("contain"),
    summary: "What was done at once",
    body: containInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      contain(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...edit,
    path: to("findCause"),
    summary: "Why it happened, and the plan against it",
    body: causeInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      findCause(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: to("approvePlan"),
    permission: "correctiveAction.approve",
    summary: "Approve the plan of another person",
    body: nothing,
    handler: ({ tx, actor, params, ifMatch }) =>
      approvePlan(tx, actor, { id: params.id, version: ifMatch }),
  }),
  endpoint({
    ...edit,
    path: to("implement"),
    summary: "The plan is carried out",
    body: nothing,
    handler: ({ tx, actor, params, ifMatch }) =>
      implement(tx, actor, { id: params.id, version: ifMatch }),
  }),
  endpoint({
    ...edit,
    path: to("check"),
    summary: "Whether it works, by another than who implemented it",
    body: checkInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      checkEffect(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...edit,
    path: to("recur"),
    summary: "It happened again",
    body: nothing,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      recur(tx, actor, { id: params.id, version: ifMatch, reason: body.reason ?? null }),
  }),
];
