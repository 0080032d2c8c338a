import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { requestInput, requestRow } from "./request.model.ts";
import { askForDuty, listRequests, withdrawRequest } from "./request.service.ts";

const path = "/api/v1/access-requests";

export const requestEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "accessRequest.create",
    summary: "Your requests for duties; administrators and officers see everybody's",
    response: z.object({ items: z.array(requestRow) }),
    handler: async ({ db, actor }) => ({ items: await listRequests(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "accessRequest.create",
    summary: "Ask for a duty for a time; the agency's policy says who decides",
    body: requestInput,
    response: requestRow,
    handler: ({ tx, actor, body }) => askForDuty(tx, actor, body),
  }),
  recordAct(path, "withdraw", {
    permission: "accessRequest.create",
    summary: "Take your request for a duty back",
    response: requestRow,
    handler: ({ tx, actor, params, ifMatch }) => withdrawRequest(tx, actor, params.id, ifMatch),
  }),
];
