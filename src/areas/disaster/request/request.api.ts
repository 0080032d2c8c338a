import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { incidentRequest } from "../incident/incident.tables.ts";
import { requestNoun } from "../incident/nouns.ts";
import { requestList } from "./request.list.ts";
import { giveLine, linesOf } from "./line.service.ts";
import {
  giveInput,
  inStores,
  requestDetail,
  requestInput,
  requestRow,
  stepInput,
} from "./request.model.ts";
import { linesInStores } from "./stock.service.ts";
import { askForResource, readRequest, requestSteps } from "./request.service.ts";

const path = "/api/v1/incident-requests";

/** Resource requests of incidents (213RR). */
export const requestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "incident.read", requestList, requestRow),
  endpoint({
    method: "POST",
    path,
    permission: "incident.work",
    summary: "Ask for a resource in an incident",
    status: 201,
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askForResource(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "incident.read",
    summary: "A resource request with its lines and similar open requests",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/stores`,
    permission: "incident.read",
    summary: "What the stores can give of the lines of a resource request",
    params: idParams,
    response: z.object({ items: z.array(inStores) }),
    handler: async ({ db, params }) => {
      const request = await getRow(db, incidentRequest, params.id, "resource request");
      return { items: await linesInStores(db, request, await linesOf(db, request)) };
    },
  }),
  historyEndpoint(path, "incidentRequest", "incident.read"),
  actAt(`${path}/{id}/lines/{lineId}`, "give", {
    permission: "incident.work",
    summary: "Say that a line was given, by whoever gave or took it",
    params: z.object({ id: z.uuid(), lineId: z.uuid() }),
    body: giveInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => giveLine(tx, actor, params, body),
  }),
  ...stepEndpoints(requestNoun, {
    approveSection: step(stepInput, requestSteps.approveSection),
    check: step(stepInput, requestSteps.check),
    order: step(stepInput, requestSteps.order),
    toFinance: step(stepInput, requestSteps.toFinance),
    fund: step(stepInput, requestSteps.fund),
    deny: step(stepInput, requestSteps.deny),
    cancel: step(stepInput, requestSteps.cancel),
    demobilize: step(stepInput, requestSteps.demobilize),
  }),
];
