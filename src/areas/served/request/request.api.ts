import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { requestList } from "./request.list.ts";
import {
  acceptInput,
  finishInput,
  messageInput,
  requestChange,
  requestDetail,
  requestFields,
  requestInput,
  requestRow,
} from "./request.model.ts";
import { requestNoun } from "./request.noun.ts";
import {
  acceptRequest,
  finishRequest,
  changeRequest,
  readRequest,
  stepOfRequest,
  takeRequest,
  writeMessage,
} from "./request.service.ts";

const path = "/api/v1/client-requests";
const [read, write] = ["served.read", "served.write"] as const;

/** What clients ask for. */
export const requestEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, requestList, requestRow),
  endpoint({
    method: "POST",
    path,
    permission: write,
    summary: "Enter what a client asks for",
    status: 201,
    body: requestInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => takeRequest(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A request of a client with its messages and bills",
    params: idParams,
    response: requestDetail,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: write,
    summary: "Change a request whose work is not done",
    params: idParams,
    body: patchOf(requestFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readRequest(tx, actor, params.id);
      const whole = wholeWith(requestChange, requestFields, stored, body);
      return changeRequest(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "clientRequest", read),
  recordAct(path, "message", {
    permission: write,
    summary: "Write to the client about its request",
    body: messageInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) =>
      writeMessage(tx, actor, params.id, { side: "agency", author: actor.name, ...body }),
  }),
  ...stepEndpoints(requestNoun, {
    accept: step(acceptInput, acceptRequest),
    finish: step(finishInput, finishRequest),
    ...alike(stepOfRequest, ["decline", "begin"]),
  }),
];
