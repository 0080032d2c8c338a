import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { programApplicationNoun } from "./application.noun.ts";
import { programApplicationList } from "./application.list.ts";
import { applicationDetail, applicationRow, enteredApplication } from "./application.model.ts";
import { beginApplication, readApplication, applicationSteps } from "./application.service.ts";

const path = "/api/v1/program-applications";

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
    handler: ({ tx, actor, params, body: { vendorId, receivedOn, receivedBy, ...input } }) =>
      beginApplication(tx, actor, input, {
        programId: params.id,
        vendorId,
        source: "staff",
        received: { on: receivedOn ?? null, by: receivedBy },
      }),
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
  ...stepEndpoints(programApplicationNoun, {
    refuse: applicationSteps.refuse,
    select: applicationSteps.select,
    pass: applicationSteps.pass,
  }),
];
