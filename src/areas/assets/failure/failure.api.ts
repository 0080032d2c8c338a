import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { failureChange, failureInput, failureRow } from "./failure.model.ts";
import { addFailureCode, changeFailureCode, failureCodes } from "./failure.service.ts";

const path = "/api/v1/failure-codes";
const made = z.object({ id: z.string() });

/** Codes for what was wrong, why, and what was done. */
export const failureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "workOrder.read",
    summary: "Codes for what was wrong, why, and what was done",
    response: z.object({ items: z.array(failureRow) }),
    handler: async ({ db }) => ({ items: await failureCodes(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "asset.edit",
    summary: "Add a code for what was wrong, why, or what was done",
    status: 201,
    body: failureInput,
    response: made,
    handler: ({ tx, actor, body }) => addFailureCode(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "asset.edit",
    summary: "Change what a code means, or retire it",
    params: idParams,
    body: failureChange,
    response: made,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeFailureCode(tx, actor, params.id, body, ifMatch),
  }),
];
