import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { situationInput, situationRow } from "./situation.model.ts";
import { reportSituation, situationsOf } from "./situation.service.ts";

const path = "/api/v1/incidents/{id}/situation-reports";

/** How an incident stands, by community lifelines. */
export const situationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "incident.read",
    summary: "Situation reports of an incident, newest first",
    params: idParams,
    response: z.object({ items: z.array(situationRow) }),
    handler: async ({ db, params }) => ({ items: await situationsOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "incident.work",
    summary: "Report the situation by community lifelines",
    status: 201,
    params: idParams,
    body: situationInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => reportSituation(tx, actor, params.id, body),
  }),
];
