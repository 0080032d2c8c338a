import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { programApplicationCycle } from "./application.labels.ts";
import { programApplicationList } from "./application.list.ts";
import { applicationDetail, applicationRow, enteredApplication } from "./application.model.ts";
import { beginApplication, readApplication, stepApplication } from "./application.service.ts";

const path = "/api/v1/program-applications";
const ours = ["refuse", "select", "pass"] as const;

export const programApplicationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grantProgram.read", programApplicationList, applicationRow),
  endpoint({
    method: "POST",
    path: "/api/v1/grant-programs/{id}/applications",
    permission: "grantProgram.edit",
    summary: "Enter an application that came on paper",
    params: idParams,
    status: 201,
    body: enteredApplication,
    response: writtenRecord,
    handler: ({ tx, actor, params, body: { vendorId, ...input } }) =>
      beginApplication(tx, actor, input, { programId: params.id, vendorId, source: "staff" }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grantProgram.read",
    summary: "An application to one of the agency's programs",
    params: idParams,
    response: applicationDetail,
    handler: ({ db, actor, params }) => readApplication(db, actor, params.id),
  }),
  historyEndpoint(path, "programApplication", "grantProgram.read"),
  ...ours.map((action) =>
    endpoint({
      method: "POST",
      path: `${path}/{id}/actions/${action}`,
      permission: programApplicationCycle.actions[action].permission,
      summary: `${programApplicationCycle.actions[action].label}: an application`,
      params: idParams,
      body: z.object({ reason: z.string().trim().max(2000).nullish() }),
      response: writtenRecord,
      handler: ({ tx, actor, params, body, ifMatch }) =>
        stepApplication(tx, actor, action, {
          id: params.id,
          version: ifMatch,
          reason: body.reason ?? null,
        }),
    }),
  ),
];
