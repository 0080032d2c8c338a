import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
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
  correctiveNoun,
} from "./action.service.ts";

const path = "/api/v1/corrective-actions";

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
  ...stepEndpoints(correctiveNoun, {
    contain: step(containInput, contain, { summary: "What was done at once" }),
    findCause: step(causeInput, findCause, { summary: "Why it happened, and the plan against it" }),
    approvePlan: { summary: "Approve the plan of another person", take: approvePlan },
    implement: { summary: "The plan is carried out", take: implement },
    check: step(checkInput, checkEffect, {
      summary: "Whether it works, by another than who implemented it",
    }),
    recur: recur,
  }),
];
