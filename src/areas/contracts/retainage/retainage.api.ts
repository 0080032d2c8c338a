import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { recordCompletion } from "./completion.service.ts";
import { releaseOfContract } from "./release.service.ts";
import {
  completionInput,
  releaseAnswer,
  releaseInput,
  retainageAnswer,
} from "./retainage.model.ts";
import { readRetainage } from "./retainage.service.ts";

/** What is kept back of a contract, and the day from which most of it is released. */
export const retainageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/contracts/{id}/retainage",
    permission: "contract.read",
    summary: "What is withheld under a contract, what may be, and by when the rest is released",
    params: idParams,
    response: retainageAnswer,
    handler: ({ db, actor, params }) => readRetainage(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/contracts/{id}/completion",
    permission: "contract.edit",
    summary: "Record when the work of a contract was substantially complete, and what stood open",
    params: idParams,
    body: completionInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      recordCompletion(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/contracts/{id}/retainage-releases",
    permission: "invoice.approve",
    summary: "Release what a contract withholds, over its invoices, the oldest first",
    params: idParams,
    body: releaseInput,
    response: releaseAnswer,
    handler: ({ tx, actor, params, body }) => releaseOfContract(tx, actor, params.id, body),
  }),
];
