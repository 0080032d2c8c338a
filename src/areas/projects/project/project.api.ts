import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { writeCertificate } from "../completion/completion.service.ts";
import { cellQuery, projectMoney } from "../money/money.model.ts";
import { readMoney } from "../money/money.service.ts";
import {
  cancelProject,
  closeProject,
  holdProject,
  resumeProject,
  startProject,
  submitProject,
  withdrawProject,
} from "./course.service.ts";
import { projectList } from "./project.list.ts";
import {
  completionInput,
  forecastInput,
  projectDetail,
  projectFields,
  projectInput,
  projectRow,
  projectStanding,
} from "./project.model.ts";
import { projectNoun } from "./project.noun.ts";
import { readProject, standingOfProjects } from "./project.read.service.ts";
import { changeProject, forecastProject, proposeProject } from "./project.service.ts";

const path = "/api/v1/projects";
const [read, edit] = ["project.read", "project.edit"] as const;

export const projectEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, projectList, projectRow),
  endpoint({
    method: "GET",
    path: "/api/v1/project-standing",
    permission: read,
    summary: "How projects stand: beyond budget, beyond time, what waits",
    response: projectStanding,
    handler: ({ db, actor }) => standingOfProjects(db, actor),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Propose a project",
    status: 201,
    body: projectInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => proposeProject(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A project with its money, time and people",
    params: idParams,
    response: projectDetail,
    handler: ({ db, actor, params }) => readProject(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a project",
    params: idParams,
    body: patchOf(projectFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readProject(tx, actor, params.id);
      const whole = wholeWith(projectInput, projectFields, stands, body);
      return changeProject(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/money`,
    permission: read,
    summary: "A project's money by document, of our own records, beside the ledger",
    params: idParams,
    query: cellQuery,
    response: projectMoney,
    handler: ({ db, actor, params, query }) => readMoney(db, actor, params.id, query),
  }),
  historyEndpoint(path, "project", read),
  recordAct(path, "forecast", {
    permission: edit,
    summary: "Write down what a project is expected to cost in the end, and why",
    body: forecastInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      forecastProject(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "certificate", {
    permission: edit,
    summary: "Write the certificate of substantial completion that is to be signed",
    body: completionInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      writeCertificate(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(projectNoun, {
    submit: submitProject,
    withdraw: withdrawProject,
    start: startProject,
    hold: holdProject,
    resume: resumeProject,
    close: closeProject,
    cancel: cancelProject,
  }),
];
