import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { mappingInput, mappingRow } from "../mapping/mapping.model.ts";
import {
  addMapping,
  decideMapping,
  listMappings,
  removeMapping,
} from "../mapping/mapping.service.ts";
import {
  callRow,
  directoryInput,
  directoryRow,
  shownToken,
  tokenInput,
} from "./connection.model.ts";
import {
  addDirectory,
  addToken,
  listCalls,
  listDirectories,
  revokeToken,
  setDirectory,
} from "./connection.service.ts";

const path = "/api/v1/directories";
const manage = { permission: "directory.manage" } as const;
const written = z.object({ id: z.string(), version: z.number() });
const decided = written.extend({ status: z.string() });

const directories: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path,
    summary: "Directories that tell who comes and goes, with their tokens and numbers",
    response: z.object({ items: z.array(directoryRow) }),
    handler: async ({ db }) => ({ items: await listDirectories(db) }),
  }),
  endpoint({
    ...manage,
    method: "POST",
    path,
    summary: "Connect a directory",
    body: directoryInput,
    response: written,
    handler: ({ tx, actor, body }) => addDirectory(tx, actor, body.name),
  }),
  ...(["enable", "disable"] as const).map((name) =>
    recordAct(path, name, {
      ...manage,
      summary: name === "enable" ? "Take a directory up again" : "Stop a directory; people stay",
      response: written,
      handler: ({ tx, actor, params }) =>
        setDirectory(tx, actor, params.id, name === "enable" ? "active" : "disabled"),
    }),
  ),
  endpoint({
    ...manage,
    method: "POST",
    path: `${path}/{id}/tokens`,
    summary: "A new token of a directory; its secret is in this answer alone",
    ownTransaction: true,
    unkept: true,
    params: idParams,
    body: tokenInput,
    response: shownToken,
    status: 201,
    handler: ({ app, actor, params, body }) =>
      app.database.transaction(actor, (tx) => addToken(tx, actor, params.id, body.days)),
  }),
  recordAct("/api/v1/directory-tokens", "revoke", {
    ...manage,
    summary: "Revoke a token: it opens nothing from now on",
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params }) => revokeToken(tx, actor, params.id),
  }),
  endpoint({
    ...manage,
    method: "GET",
    path: `${path}/{id}/calls`,
    summary: "What a directory asked and what it changed, the newest 200",
    params: idParams,
    response: z.object({ items: z.array(callRow) }),
    handler: async ({ db, params }) => ({ items: await listCalls(db, params.id) }),
  }),
];

const mappings: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path: `${path}/{id}/mappings`,
    summary: "What groups of a directory give",
    params: idParams,
    response: z.object({ items: z.array(mappingRow) }),
    handler: async ({ db, actor, params }) => ({
      items: await listMappings(db, actor, params.id),
    }),
  }),
  endpoint({
    ...manage,
    method: "POST",
    path: `${path}/{id}/mappings`,
    summary: "Write what a group gives; weighty powers wait for a second administrator",
    params: idParams,
    body: mappingInput,
    response: decided,
    handler: ({ tx, actor, params, body }) => addMapping(tx, actor, params.id, body),
  }),
  ...(["confirm", "decline"] as const).map((name) =>
    recordAct("/api/v1/directory-mappings", name, {
      ...manage,
      summary: `Decide what another administrator wrote of a group: ${name}`,
      response: decided,
      handler: ({ tx, actor, params }) => decideMapping(tx, actor, params.id, name),
    }),
  ),
  recordAct("/api/v1/directory-mappings", "remove", {
    ...manage,
    summary: "Take away what a group gives",
    response: decided,
    handler: ({ tx, actor, params }) => removeMapping(tx, actor, params.id),
  }),
];

/** What administrators do: connect directories, make tokens, say what groups give, read the calls. */
export const connectionEndpoints: readonly Endpoint[] = [...directories, ...mappings];
