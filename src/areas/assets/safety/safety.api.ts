import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { safetyNoun } from "./safety.noun.ts";
import { answerQuestion } from "./answer.service.ts";
import {
  establishmentsOf,
  moveYear,
  readYear,
  saveEstablishment,
  saveYear,
} from "./establishment.service.ts";
import { casesFile, checkCases, readLog, summaryFile } from "./log.service.ts";
import { oshaFormEndpoints } from "./osha-forms.api.ts";
import { readPrivate, savePrivate } from "./private.service.ts";
import { safetyList } from "./safety.list.ts";
import {
  answerInput,
  classifyInput,
  establishmentChange,
  establishmentInput,
  establishmentRow,
  investigateInput,
  logAnswer,
  privateAnswer,
  privateFacts,
  reportInput,
  safetyDetail,
  safetyRow,
  toldInput,
  triageInput,
  yearAnswer,
  yearInput,
  yearStepInput,
} from "./safety.model.ts";
import { readCase } from "./safety.read.service.ts";
import { spanEndpoints } from "./span.api.ts";
import {
  classify,
  investigate,
  moveCase,
  reportCase,
  saveFinding,
  toldOsha,
  triage,
} from "./safety.service.ts";

const path = "/api/v1/safety-cases";
const establishments = "/api/v1/safety-establishments";
const ofYear = `${establishments}/{id}/years/{year}`;
const yearParams = idParams.extend({ year: z.coerce.number().int().min(2000).max(2200) });
const act = {
  method: "POST",
  params: idParams,
  permission: "safety.edit",
  response: writtenRecord,
} as const;
const madeId = z.object({ id: z.string() });
const versioned = z.object({ id: z.string(), version: z.number() });
const file = z.object({ name: z.string(), text: z.string() });
const faults = z.object({
  items: z.array(
    z.object({
      file: z.enum(["300A", "cases"]),
      row: z.string(),
      column: z.string(),
      message: z.string(),
    }),
  ),
});

const steps: readonly Endpoint[] = [
  ...stepEndpoints(safetyNoun, {
    triage: step(triageInput, triage, {
      summary: "Sort a case: what it was, of which establishment, whether OSHA is told at once",
    }),
    investigate: { summary: "Begin the investigation", take: investigate },
    classify: step(classifyInput, classify, { summary: "Classify a case by its answers" }),
    ...alike(moveCase, {
      openActions: "Wait for corrective actions",
      close: "Close a case",
      reopen: "Open a case again to correct the record",
    }),
  }),
  recordAct(path, "tell", {
    ...act,
    summary: "Enter when OSHA was told",
    body: toldInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      toldOsha(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  recordAct(path, "finding", {
    ...act,
    summary: "What the investigation found, without names",
    body: investigateInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveFinding(tx, actor, { id: params.id, version: ifMatch }, body.finding),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/answers`,
    permission: "safety.edit",
    summary: "Answer a question of the classification, with the reason",
    status: 201,
    params: idParams,
    body: answerInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => answerQuestion(tx, actor, params.id, body),
  }),
];

const privately: readonly Endpoint[] = [
  recordAct(path, "read-private", {
    permission: "safety.private",
    summary: "Names and medical facts of a case; every reading is recorded",
    response: privateAnswer,
    handler: ({ tx, actor, params }) => readPrivate(tx, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/private`,
    permission: "safety.private",
    summary: "Write names and medical facts of a case",
    params: idParams,
    body: privateFacts,
    response: versioned,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      savePrivate(tx, actor, params.id, body, ifMatch),
  }),
  actAt(ofYear, "read-log", {
    permission: "safety.private",
    summary: "Form 300 of a year, and its confidential list; every reading is recorded",
    params: yearParams,
    response: logAnswer,
    handler: ({ tx, actor, params }) =>
      readLog(tx, actor, { establishmentId: params.id, year: params.year }),
  }),
  actAt(ofYear, "check-cases", {
    permission: "safety.private",
    summary: "What OSHA's application would refuse of the cases of a year",
    params: yearParams,
    response: faults,
    handler: ({ tx, actor, params }) =>
      checkCases(tx, actor, { establishmentId: params.id, year: params.year }),
  }),
  actAt(ofYear, "export-cases", {
    permission: "safety.private",
    summary: "The file of cases for OSHA's application, without names; recorded",
    params: yearParams,
    response: file,
    handler: ({ tx, actor, params }) =>
      casesFile(tx, actor, { establishmentId: params.id, year: params.year }),
  }),
];

const years: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: establishments,
    permission: "safety.read",
    summary: "Establishments, each with a log of its own",
    response: z.object({ items: z.array(establishmentRow) }),
    handler: async ({ db }) => ({ items: await establishmentsOf(db) }),
  }),
  endpoint({
    method: "POST",
    path: establishments,
    permission: "safety.edit",
    summary: "Add an establishment",
    status: 201,
    body: establishmentInput,
    response: madeId,
    handler: ({ tx, actor, body }) => saveEstablishment(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${establishments}/{id}`,
    permission: "safety.edit",
    summary: "Change an establishment",
    params: idParams,
    body: establishmentChange,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveEstablishment(tx, actor, body, { id: params.id, version: ifMatch }),
  }),
  endpoint({
    method: "GET",
    path: ofYear,
    permission: "safety.read",
    summary: "Form 300A of an establishment's year, with its rates and checks",
    params: yearParams,
    response: yearAnswer,
    handler: ({ db, params }) => readYear(db, params.id, params.year),
  }),
  endpoint({
    method: "PUT",
    path: ofYear,
    permission: "safety.edit",
    summary: "Employees, hours and the certifying executive of a year",
    params: yearParams,
    body: yearInput,
    response: versioned,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveYear(
        tx,
        actor,
        { establishmentId: params.id, year: params.year, version: ifMatch },
        body,
      ),
  }),
  actAt(ofYear, "move", {
    permission: "safety.edit",
    summary: "Certify form 300A, post it, take it down, note that its file was sent",
    params: yearParams,
    body: yearStepInput,
    response: versioned,
    handler: ({ tx, actor, params, body }) =>
      moveYear(tx, actor, { establishmentId: params.id, year: params.year }, body),
  }),
  endpoint({
    method: "GET",
    path: `${ofYear}/summary-file`,
    permission: "safety.edit",
    summary: "The summary file for OSHA's application",
    params: yearParams,
    response: file,
    handler: ({ db, params }) => summaryFile(db, { establishmentId: params.id, year: params.year }),
  }),
];

/** Safety: cases, what is private of them, establishments and their years. */
export const safetyEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "safety.read", safetyList, safetyRow),
  endpoint({
    method: "POST",
    path,
    permission: "safety.report",
    summary: "Report an injury, an illness or a near miss",
    status: 201,
    body: reportInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => reportCase(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "safety.read",
    summary: "A safety case without anything private",
    params: idParams,
    response: safetyDetail,
    handler: ({ db, actor, params }) => readCase(db, actor, params.id),
  }),
  historyEndpoint(path, "safetyCase", "safety.read"),
  ...steps,
  ...spanEndpoints,
  ...privately,
  ...years,
  ...oshaFormEndpoints,
];
