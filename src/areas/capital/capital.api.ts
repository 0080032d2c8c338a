import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { requestNoun } from "./request/request.noun.ts";
import { scenarioNoun } from "./scenario/scenario.noun.ts";
import { adoptPlan } from "./plan/adoption.service.ts";
import { listScenarios, readPlan, readScenario } from "./plan/plan.read.service.ts";
import {
  criteriaInput,
  requestDetail,
  requestInput,
  requestRow,
  scoreInput,
  sourceInput,
  sourceRow,
} from "./request/request.model.ts";
import { readRequest, requestList } from "./request/request.read.service.ts";
import {
  addSource,
  askCapital,
  changeRequest,
  criteriaNow,
  listSources,
  moveRequest,
  publishCriteria,
  scoreRequest,
} from "./request/request.service.ts";
import {
  adoptedPlan,
  planDecision,
  scenarioDetail,
  scenarioInput,
  scenarioRow,
} from "./scenario/scenario.model.ts";
import {
  changeScenario,
  discardScenario,
  makeScenario,
  beginSolving,
} from "./scenario/scenario.service.ts";

const requests = "/api/v1/capital-requests";
const scenarios = "/api/v1/capital-scenarios";
const written = z.object({ id: z.string() });

const moves: readonly Endpoint[] = stepEndpoints(requestNoun, {
  ...alike(moveRequest, {
    submit: "Submit a capital request",
    score: "Close the scoring of a request",
    defer: "Defer a request",
    decline: "Decline a request",
    resume: "Take a deferred request up again",
    start: "Begin an adopted project",
    close: "Close a project",
  }),
});

const settings: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/capital-settings",
    permission: "capital.read",
    summary: "Criteria in force and sources of capital money",
    response: z.object({
      criteria: z
        .object({ id: z.string(), versionNo: z.number(), items: criteriaInput.shape.items })
        .nullable(),
      sources: z.array(sourceRow),
    }),
    handler: async ({ db }) => ({
      criteria: await criteriaNow(db),
      sources: await listSources(db),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/capital-criteria",
    permission: "capital.edit",
    summary: "Publish criteria and weights as a new version",
    body: criteriaInput,
    response: z.object({ id: z.string(), versionNo: z.number() }),
    handler: ({ tx, actor, body }) => publishCriteria(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/capital-sources",
    permission: "capital.edit",
    summary: "Add a source of capital money",
    body: sourceInput,
    response: written,
    handler: ({ tx, actor, body }) => addSource(tx, actor, body),
  }),
];

const planning: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: scenarios,
    permission: "capital.read",
    summary: "Scenarios of the capital plan",
    response: z.object({ items: z.array(scenarioRow) }),
    handler: async ({ db }) => ({ items: await listScenarios(db) }),
  }),
  endpoint({
    method: "POST",
    path: scenarios,
    permission: "capital.edit",
    summary: "Make a scenario: years, ceilings, pins and bars",
    body: scenarioInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => makeScenario(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${scenarios}/{id}`,
    permission: "capital.read",
    summary: "A scenario with its proven plan",
    params: idParams,
    response: scenarioDetail,
    handler: ({ db, actor, params }) => readScenario(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${scenarios}/{id}`,
    permission: "capital.edit",
    summary: "Change a scenario; it is to be worked out again",
    params: idParams,
    body: scenarioInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeScenario(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${scenarios}/{id}/solve`,
    permission: "capital.edit",
    summary: "Work out the best plan of a scenario, with its proof",
    params: idParams,
    status: 202,
    response: z.object({ jobId: z.string() }),
    handler: ({ tx, actor, params, ifMatch }) =>
      beginSolving(tx, actor, { id: params.id, version: ifMatch }),
  }),
  ...stepEndpoints(scenarioNoun, {
    discard: discardScenario,
    adopt: step(planDecision, adoptPlan),
  }),
  historyEndpoint(scenarios, "capitalScenario", "capital.read"),
  endpoint({
    method: "GET",
    path: "/api/v1/capital-plan",
    permission: "capital.read",
    summary: "The adopted capital plan, with actuals from the ledger",
    response: z.object({ plan: adoptedPlan.nullable() }),
    handler: async ({ db }) => ({ plan: await readPlan(db) }),
  }),
];

export const capitalEndpoints: readonly Endpoint[] = [
  ...listEndpoints(requests, "capital.read", requestList, requestRow),
  endpoint({
    method: "POST",
    path: requests,
    permission: "capital.request",
    summary: "Ask for a capital project",
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askCapital(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${requests}/{id}`,
    permission: "capital.read",
    summary: "A capital request with its scores and its plan",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${requests}/{id}`,
    permission: ["capital.request", "capital.edit"],
    summary: "Change a capital request",
    params: idParams,
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeRequest(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PUT",
    path: `${requests}/{id}/score`,
    permission: "capital.score",
    summary: "Score a request, without sight of the others",
    params: idParams,
    body: scoreInput,
    response: written,
    handler: ({ tx, actor, params, body }) => scoreRequest(tx, actor, params.id, body),
  }),
  historyEndpoint(requests, "capitalRequest", "capital.read"),
  ...moves,
  ...settings,
  ...planning,
];
