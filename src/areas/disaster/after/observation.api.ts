import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { observationInput, observationRow } from "./observation.model.ts";
import { observationsOf, observe } from "./observation.service.ts";

const path = "/api/v1/incidents/{id}/observations";

/** What was learned in an incident. */
export const observationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "incident.read",
    summary: "What was observed in an incident",
    params: idParams,
    response: z.object({ items: z.array(observationRow) }),
    handler: async ({ db, params }) => ({ items: await observationsOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "incident.work",
    summary: "Write down what was observed; an improvement becomes a task",
    status: 201,
    params: idParams,
    body: observationInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => observe(tx, actor, params.id, body),
  }),
];
