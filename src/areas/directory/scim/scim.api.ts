import type { FastifyRequest } from "fastify";
import type { App } from "#server/app.ts";
import { endpoint, type Endpoint, type Method } from "#server/http/endpoint.ts";
import { answerCall, bodyOf, type Answer, type Caller } from "./call.service.ts";
import {
  resourceTypeOf,
  resourceTypes,
  schemaList,
  schemaNamed,
  serviceProviderConfig,
} from "./discovery.model.ts";
import {
  addGroup,
  listGroups,
  patchGroup,
  readGroup,
  removeGroup,
  replaceGroup,
} from "./group.service.ts";
import { ScimRefusal } from "./refusal.ts";
import {
  addUser,
  listUsers,
  patchUser,
  readUser,
  removeUser,
  replaceUser,
} from "./user.service.ts";

type Call = { app: App; caller: Caller; request: FastifyRequest; id: string };

const scim = (
  method: Method,
  path: string,
  summary: string,
  handle: (call: Call) => Promise<Answer> | Answer,
): Endpoint =>
  endpoint({
    method: method as "POST",
    path: `/scim/v2${path}`,
    // The token of a directory is asked by the call itself, in SCIM's words.
    permission: "public",
    tag: "scim",
    summary,
    raw: true,
    ownTransaction: true,
    unkept: true,
    handler: ({ app, request, reply }) =>
      answerCall(app, request, reply, async (caller) =>
        handle({ app, caller, request, id: (request.params as { id?: string }).id ?? "" }),
      ),
  });

const queryOf = ({ query }: FastifyRequest) => query as Record<string, unknown>;
const told = (body: object | undefined, effect: string): Answer => {
  if (!body) throw new ScimRefusal(404, "There is no such resource.");
  return { status: 200, body, effect };
};
const change = ({ id, request }: Call) => ({ id, request, body: bodyOf(request) });

/** SCIM 2.0 (RFC 7643, 7644) for directories of agencies. */
export const scimEndpoints: readonly Endpoint[] = [
  scim("GET", "/ServiceProviderConfig", "What this server can do of SCIM", () =>
    told(serviceProviderConfig, "Asked what the server can do"),
  ),
  scim("GET", "/ResourceTypes", "Kinds of resources", () => told(resourceTypes, "Asked for kinds")),
  scim("GET", "/ResourceTypes/{id}", "One kind of resources", ({ id }) =>
    told(resourceTypeOf(id), "Asked for a kind"),
  ),
  scim("GET", "/Schemas", "Attributes of resources", () => told(schemaList, "Asked for schemas")),
  scim("GET", "/Schemas/{id}", "Attributes of one schema", ({ id }) =>
    told(schemaNamed(id), "Asked for a schema"),
  ),
  scim("GET", "/Users", "Users of the directory, filtered and paged", ({ app, caller, request }) =>
    listUsers(app, caller, queryOf(request)),
  ),
  scim("POST", "/Users", "Somebody new in the directory", ({ app, caller, request }) =>
    addUser(app, caller, bodyOf(request)),
  ),
  scim("GET", "/Users/{id}", "One user", ({ app, caller, id, request }) =>
    readUser(app, caller, id, request),
  ),
  scim("PUT", "/Users/{id}", "Replace a user", (call) =>
    replaceUser(call.app, call.caller, change(call)),
  ),
  scim("PATCH", "/Users/{id}", "Change a user; active: false ends the membership", (call) =>
    patchUser(call.app, call.caller, change(call)),
  ),
  scim("DELETE", "/Users/{id}", "End a user; the history stays", ({ app, caller, id, request }) =>
    removeUser(app, caller, id, request),
  ),
  scim("GET", "/Groups", "Groups of the directory, filtered and paged", (call) =>
    listGroups(call.app, call.caller, queryOf(call.request)),
  ),
  scim("POST", "/Groups", "A new group", ({ app, caller, request }) =>
    addGroup(app, caller, bodyOf(request)),
  ),
  scim("GET", "/Groups/{id}", "One group", ({ app, caller, id, request }) =>
    readGroup(app, caller, id, request),
  ),
  scim("PUT", "/Groups/{id}", "Replace a group", (call) =>
    replaceGroup(call.app, call.caller, change(call)),
  ),
  scim("PATCH", "/Groups/{id}", "Change a group and who is in it", (call) =>
    patchGroup(call.app, call.caller, change(call)),
  ),
  scim("DELETE", "/Groups/{id}", "Take a group away", ({ app, caller, id, request }) =>
    removeGroup(app, caller, id, request),
  ),
];
