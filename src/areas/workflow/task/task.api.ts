import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { taskInput, taskRow, waitingAnswer, waitingQuery } from "./task.model.ts";
import { giveTask, markTask, readWaiting, taskList } from "./task.service.ts";

export const taskEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/tasks", "task.read", taskList, taskRow),
  endpoint({
    method: "GET",
    path: "/api/v1/me/waiting",
    permission: "signed-in",
    summary: "What waits for you: tasks and approvals, or one of them, soonest first",
    query: waitingQuery,
    response: waitingAnswer,
    handler: ({ db, actor, query }) => readWaiting(db, actor, query),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/tasks",
    permission: "task.create",
    summary: "Give yourself or a colleague something to do",
    body: taskInput,
    response: taskRow,
    handler: ({ tx, actor, body }) => giveTask(tx, actor, body),
  }),
  recordAct("/api/v1/tasks", "done", {
    permission: "task.done",
    summary: "Mark your task done",
    response: taskRow,
    handler: ({ tx, actor, params, ifMatch }) => markTask(tx, actor, params.id, true, ifMatch),
  }),
  recordAct("/api/v1/tasks", "reopen", {
    permission: "task.done",
    summary: "Open your task again",
    response: taskRow,
    handler: ({ tx, actor, params, ifMatch }) => markTask(tx, actor, params.id, false, ifMatch),
  }),
];
