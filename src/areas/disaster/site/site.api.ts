import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { siteNoun } from "../incident/nouns.ts";
import { siteInput, siteRow } from "./site.model.ts";
import { moveSite, sitesOf, writeSite } from "./site.service.ts";

const path = "/api/v1/incidents/{id}/sites";

/** Where the public finds help. */
export const siteEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "incident.read",
    summary: "Shelters, closures and points of an incident",
    params: idParams,
    response: z.object({ items: z.array(siteRow) }),
    handler: async ({ db, actor, params }) => ({ items: await sitesOf(db, actor, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "incident.work",
    summary: "Write down a shelter, a closure or a point; another person publishes it",
    status: 201,
    params: idParams,
    body: siteInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => writeSite(tx, actor, params.id, body),
  }),
  ...stepEndpoints(siteNoun, {
    ...alike(moveSite, ["publish", "end"]),
  }),
];
