import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { followUp } from "./follow-up.service.ts";
import { workOrderList } from "./work-order.list.ts";
import {
  completeInput,
  holdInput,
  scheduleInput,
  workOrderDetail,
  workOrderInput,
  workOrderPatch,
  workOrderRow,
} from "./work-order.model.ts";
import { readWork } from "./work-order.read.service.ts";
import {
  approveWork,
  changeWork,
  completeWork,
  endWork,
  holdWork,
  requestWork,
  scheduleWork,
  startWork,
  tickTask,
} from "./work-order.service.ts";

const path = "/api/v1/work-orders";

const working: readonly Endpoint[] = [
  ...stepEndpoints(workOrderNoun, {
    ...alike(startWork, { start: "Begin the work", resume: "Go on with the work" }),
    hold: step(holdInput, holdWork, { summary: "Put the work on hold" }),
    complete: step(completeInput, completeWork, {
      summary: "Complete the work, with what was done",
    }),
    approve: { summary: "Approve work that somebody else asked for", take: approveWork },
    schedule: step(scheduleInput, scheduleWork, {
      summary: "Set the day of the work and who leads it",
    }),
    ...alike(endWork, { close: "Close completed work", cancel: "Cancel work that is open" }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/tasks/{taskId}`,
    permission: "workOrder.work",
    summary: "Tick a task, or take the tick back",
    params: idParams.extend({ taskId: z.uuid("Not a task id.") }),
    body: z.object({ done: z.boolean() }),
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => tickTask(tx, actor, { ...params, ...body }),
  }),
];

const planning: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    params: idParams,
    response: writtenRecord,
    path: `${path}/{id}/follow-up`,
    permission: "workOrder.create",
    summary: "Ask for a follow-up of work that is done",
    status: 201,
    body: z.object({ why: z.string().trim().min(3, "Say what is still wrong.").max(10_000) }),
    handler: ({ tx, actor, params, body }) => followUp(tx, actor, params.id, body.why),
  }),
];

export const workOrderEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "workOrder.read", workOrderList, workOrderRow),
  endpoint({
    method: "POST",
    path,
    permission: "workOrder.create",
    summary: "Ask for work",
    status: 201,
    body: workOrderInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => requestWork(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "workOrder.read",
    summary: "A work order with its tasks",
    params: idParams,
    response: workOrderDetail,
    handler: ({ db, actor, params }) => readWork(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "workOrder.plan",
    summary: "Change a work order",
    params: idParams,
    body: workOrderPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeWork(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "workOrder", "workOrder.read"),
  ...planning,
  ...working,
];
