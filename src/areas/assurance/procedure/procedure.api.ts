import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { exportedLists, titleOf } from "#server/http/exported.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { drawSampleOf, recheckPopulation, testItem } from "../sample/draw.service.ts";
import { freezePopulation, moneyOf } from "../sample/freeze.service.ts";
import { drawInput, freezeInput, recheckAnswer, testInput } from "../sample/sample.model.ts";
import { procedureList } from "./procedure.list.ts";
import { prepareInput, procedureDetail, procedureInput, procedureRow } from "./procedure.model.ts";
import { procedureNoun } from "./procedure.noun.ts";
import {
  enterProcedure,
  prepareProcedure,
  readProcedure,
  returnProcedure,
  reviewProcedure,
} from "./procedure.service.ts";

const path = "/api/v1/audit-procedures";
const [read, audit] = ["assurance.read", "assurance.audit"] as const;
const made = z.object({ id: z.string() });

/** Lists that a population may be frozen of, for whoever reads them. */
const populationLists = endpoint({
  method: "GET",
  path: "/api/v1/audit-population-lists",
  permission: audit,
  summary: "Lists that a population may be taken from, with their amounts",
  response: z.object({
    items: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        amounts: z.array(z.object({ id: z.string(), label: z.string() })),
      }),
    ),
  }),
  handler: async ({ actor }) => ({
    items: exportedLists(actor).flatMap(({ path: list, list: definition }) => {
      const amounts = moneyOf(definition);
      return amounts.length > 0 ? [{ path: list, title: titleOf(definition), amounts }] : [];
    }),
  }),
});

/** What is done in an audit: the team's alone until the report is issued. */
export const procedureEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, procedureList, procedureRow),
  populationLists,
  recordAct("/api/v1/audits", "enter-procedure", {
    permission: audit,
    summary: "Enter a procedure of an audit",
    body: procedureInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => enterProcedure(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A procedure with its populations, samples and items",
    params: idParams,
    response: procedureDetail,
    handler: ({ db, actor, params }) => readProcedure(db, actor, params.id),
  }),
  historyEndpoint(path, "auditProcedure", read),
  recordAct(path, "freeze", {
    permission: audit,
    summary: "Freeze the rows of a list as a population, in one snapshot",
    body: freezeInput,
    response: made,
    handler: ({ tx, actor, params, body, app }) =>
      freezePopulation(tx, actor, app, params.id, body),
  }),
  actAt("/api/v1/audit-populations/{id}", "draw", {
    permission: audit,
    summary: "Draw a sample of a frozen population",
    params: idParams,
    body: drawInput,
    response: made,
    handler: ({ tx, actor, params, body, app }) => drawSampleOf(tx, actor, app, params.id, body),
  }),
  actAt("/api/v1/audit-populations/{id}", "recheck", {
    permission: audit,
    summary: "Whether the list still gives the frozen rows",
    params: idParams,
    response: recheckAnswer,
    handler: ({ tx, actor, params, app }) => recheckPopulation(tx, actor, app, params.id),
  }),
  actAt("/api/v1/audit-items/{id}", "test", {
    permission: audit,
    summary: "Say what the examination of a drawn record found",
    params: idParams,
    body: testInput,
    response: made,
    handler: ({ tx, actor, params, body }) => testItem(tx, actor, params.id, body),
  }),
  ...stepEndpoints(procedureNoun, {
    prepare: step(prepareInput, prepareProcedure),
    return: returnProcedure,
    review: reviewProcedure,
  }),
];
