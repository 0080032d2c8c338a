import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { mappingInput, mappingRow, tried, tryInput } from "./mapping.model.ts";
import {
  addMapping,
  decideMapping,
  listMappings,
  removeMapping,
  tryMapping,
} from "./mapping.service.ts";

const ofProvider = "/api/v1/sign-in-providers/{id}/mappings";
const path = "/api/v1/sign-in-mappings";
const manage = { permission: "signOn.manage", params: idParams } as const;
const written = z.object({ id: z.string(), version: z.number() });

export const mappingEndpoints: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path: ofProvider,
    summary: "What groups and claims of a provider give",
    response: z.object({ items: z.array(mappingRow) }),
    handler: async ({ db, actor, params }) => ({
      items: await listMappings(db, actor, params.id),
    }),
  }),
  endpoint({
    ...manage,
    method: "POST",
    path: ofProvider,
    summary: "Write what a claim gives; what weighs waits for a second administrator",
    body: mappingInput,
    response: written.extend({ status: z.string() }),
    handler: ({ tx, actor, params, body }) => addMapping(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/sign-in-providers", "try-mapping", {
    ...manage,
    summary: "What the rules would give somebody with these claims",
    ownTransaction: true,
    unkept: true,
    body: tryInput,
    response: tried,
    handler: ({ app, actor, params, body }) =>
      tryMapping(app.database.read(actor), params.id, body.claims),
  }),
  ...(["confirm", "decline"] as const).map((decision) =>
    recordAct(path, decision, {
      ...manage,
      summary: decision === "confirm" ? "Confirm what another wrote" : "Decline what another wrote",
      response: written,
      handler: ({ tx, actor, params }) => decideMapping(tx, actor, params.id, decision),
    }),
  ),
  endpoint({
    ...manage,
    method: "DELETE",
    path: `${path}/{id}`,
    summary: "Take a rule away; what it gave goes at the next sign-in",
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params }) => removeMapping(tx, actor, params.id),
  }),
];
