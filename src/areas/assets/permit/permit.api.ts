import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { permitInput } from "./permit.model.ts";
import { issuePermit } from "./permit.service.ts";

/** Permits to work, of a work order and a day. */
export const permitEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/work-orders/{id}/permits",
    permission: "workOrder.work",
    summary: "Issue a permit to work for today, with every point of its checklist",
    status: 201,
    params: idParams,
    body: permitInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => issuePermit(tx, actor, params.id, body),
  }),
];
