import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { programNoun } from "./program.noun.ts";
import { programList } from "./program.list.ts";
import { programDetail, programInput, programPatch, programRow } from "./program.model.ts";
import { readProgram } from "./program.read.service.ts";
import { changeProgram, createProgram, programSteps } from "./program.service.ts";

const path = "/api/v1/grant-programs";

export const programEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grantProgram.read", programList, programRow),
  endpoint({
    method: "POST",
    path,
    permission: "grantProgram.edit",
    summary: "Draft a grant program of your own",
    status: 201,
    body: programInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createProgram(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grantProgram.read",
    summary: "A grant program with its criteria and reviewers",
    params: idParams,
    response: programDetail,
    handler: ({ db, actor, params }) => readProgram(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "grantProgram.edit",
    summary: "Change a program that is not published yet",
    params: idParams,
    body: programPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeProgram(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "grantProgram", "grantProgram.read"),
  ...stepEndpoints(programNoun, programSteps),
];
