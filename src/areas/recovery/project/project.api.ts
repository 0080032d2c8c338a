import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { considerationsInput } from "../considerations/considerations.model.ts";
import { answerConsiderations } from "../considerations/considerations.service.ts";
import { projectNoun } from "../recovery.nouns.ts";
import { stepInput } from "../recovery.steps.ts";
import { projectList } from "./project.list.ts";
import { obligationInput, projectDetail, projectInput, projectRow } from "./project.model.ts";
import { readProject } from "./project.read.service.ts";
import {
  beginProject,
  changeProject,
  moveProject,
  obligate,
  putDamage,
} from "./project.service.ts";

const path = "/api/v1/pa-projects";

/** Projects of public assistance. */
export const projectEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.read", projectList, projectRow),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.edit",
    summary: "Begin a project of public assistance",
    status: 201,
    body: projectInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginProject(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.read",
    summary: "A project of public assistance",
    params: idParams,
    response: projectDetail,
    handler: ({ db, actor, params }) => readProject(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "recovery.edit",
    summary: "Change a project in formulation",
    params: idParams,
    body: patchOf(projectInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readProject(tx, actor, params.id);
      const whole = wholeWith(projectInput, projectInput.shape, stands, body);
      return changeProject(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/considerations`,
    permission: "recovery.edit",
    summary: "Answer what FEMA asks on environment, history and mitigation",
    params: idParams,
    body: considerationsInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      answerConsiderations(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "paProject", "recovery.read"),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-damage/{id}/project",
    permission: "recovery.edit",
    summary: "Put damage into a project, or take it out",
    params: idParams,
    body: z.object({ projectId: z.uuid("Choose the project.").nullable() }),
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => putDamage(tx, actor, params.id, body.projectId),
  }),
  ...stepEndpoints(projectNoun, {
    obligate: step(
      stepInput.extend(obligationInput.shape),
      (tx, actor, { id, version }, input) =>
        obligate(
          tx,
          actor,
          { id, version },
          { cents: input.cents, obligatedOn: input.obligatedOn, document: input.document },
        ),
      { summary: "Record an obligation of FEMA, or what was taken back" },
    ),
    ...alike(moveProject, ["freeze", "passOn", "approve", "complete", "close", "withdraw"]),
  }),
];
