import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { moneyRow, openAwardInput } from "./award.model.ts";
import { moneyOf, openAward } from "./award.service.ts";

/** The award of a declaration, and what declarations cost. */
export const awardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/pa-money",
    permission: "recovery.read",
    summary: "What each declaration cost, claimed or not",
    response: z.object({ items: z.array(moneyRow) }),
    handler: async ({ db }) => ({ items: await moneyOf(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-declarations/{id}/award",
    permission: "recovery.edit",
    summary: "Open the award of a declaration",
    status: 201,
    params: idParams,
    body: openAwardInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => openAward(tx, actor, params.id, body),
  }),
];
