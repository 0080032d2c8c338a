import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { extensionNoun } from "../recovery.nouns.ts";
import { extensionDetail, extensionInput, extensionRow, extensionStep } from "./extension.model.ts";
import {
  denyExtension,
  draftExtension,
  extensionsOf,
  grantExtension,
  readExtension,
  sendExtension,
  submitExtension,
} from "./extension.service.ts";

const path = "/api/v1/pa-extensions";

/** Requests of projects for more time. */
export const extensionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/pa-projects/{id}/extensions",
    permission: "recovery.read",
    summary: "Requests of a project for more time",
    params: idParams,
    response: z.object({ items: z.array(extensionRow) }),
    handler: async ({ db, actor, params }) => ({ items: await extensionsOf(db, actor, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-projects/{id}/extensions",
    permission: "recovery.edit",
    summary: "Draft a request for more time",
    status: 201,
    params: idParams,
    body: extensionInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => draftExtension(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.read",
    summary: "A request for more time",
    params: idParams,
    response: extensionDetail,
    handler: ({ db, actor, params }) => readExtension(db, actor, params.id),
  }),
  historyEndpoint(path, "paExtension", "recovery.read"),
  ...stepEndpoints(extensionNoun, {
    submit: step(extensionStep, submitExtension),
    send: step(extensionStep, sendExtension),
    grant: step(extensionStep, grantExtension),
    deny: step(extensionStep, denyExtension),
  }),
];
