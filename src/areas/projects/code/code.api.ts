import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import {
  codedLineRow,
  codesBeyondAnswer,
  codeForecastInput,
  distributeInput,
  projectCodes,
  recodeInput,
  transferDetail,
  transferInput,
  transferRow,
} from "./code.model.ts";
import { codesBeyond } from "./beyond.service.ts";
import { distribute, forecastCode, linesByCode, readCodes, recodeLine } from "./codes.service.ts";
import { transferList } from "./transfer.list.ts";
import { transferNoun } from "./transfer.noun.ts";
import {
  approveTransfer,
  askTransfer,
  readTransfer,
  refuseTransfer,
  withdrawTransfer,
} from "./transfer.service.ts";

const projects = "/api/v1/projects";
const path = "/api/v1/cost-transfers";
const [read, edit] = ["project.read", "project.edit"] as const;

export const codeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${projects}/{id}/codes`,
    permission: read,
    summary: "A project's money by cost code, of our own records",
    params: idParams,
    response: projectCodes,
    handler: ({ db, params }) => readCodes(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${projects}/{id}/coded-lines`,
    permission: read,
    summary: "Lines of requisitions and orders that charge a project, each with its cost code",
    params: idParams,
    response: z.object({ items: z.array(codedLineRow) }),
    handler: async ({ db, params }) => ({ items: await linesByCode(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/codes-beyond-budget",
    permission: read,
    summary: "Cost codes of projects under way that will cost more than their budget",
    response: codesBeyondAnswer,
    handler: ({ db }) => codesBeyond(db),
  }),
  recordAct(projects, "distribute", {
    permission: edit,
    summary: "Give cost codes of a project what they have of its budget",
    body: distributeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      distribute(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(projects, "forecast-code", {
    permission: edit,
    summary: "Write down what a cost code of a project will cost in the end, and why",
    body: codeForecastInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      forecastCode(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(projects, "recode", {
    permission: edit,
    summary: "Move a line of a project to another cost code, with all its figures",
    body: recodeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => recodeLine(tx, actor, params.id, body),
  }),
  ...listEndpoints(path, read, transferList, transferRow),
  endpoint({
    method: "POST",
    path: `${projects}/{id}/cost-transfers`,
    permission: edit,
    summary: "Ask to move money from one cost code of a project to another",
    status: 201,
    params: idParams,
    body: transferInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => askTransfer(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A transfer between cost codes with who asked and who decided",
    params: idParams,
    response: transferDetail,
    handler: ({ db, actor, params }) => readTransfer(db, actor, params.id),
  }),
  historyEndpoint(path, "costTransfer", read),
  ...stepEndpoints(transferNoun, {
    approve: approveTransfer,
    refuse: refuseTransfer,
    withdraw: withdrawTransfer,
  }),
];
