import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { adviceInput, reorderAdvice } from "./advice.model.ts";
import { readAdvice, takeAdvice } from "./advice.service.ts";
import { reorderInput, reorderProposal } from "./reorder.model.ts";
import { reorder, reorderProposals } from "./reorder.service.ts";

/** Items that are asked for again. */
export const reorderEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-reorders/proposals",
    permission: "stock.read",
    summary: "Items of which no more is there and comes than their reorder point",
    query: z.object({ itemId: z.uuid().optional() }),
    response: z.object({ items: z.array(reorderProposal) }),
    handler: async ({ db, query }) => ({
      items: await reorderProposals(db, query.itemId ? [query.itemId] : null),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-reorders",
    permission: "stock.move",
    summary: "Ask for items again: one draft requisition in your name",
    status: 201,
    body: reorderInput,
    response: z.object({ requisitionId: z.string() }),
    handler: ({ tx, actor, body }) => reorder(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-items/{id}/reorder-advice",
    permission: "stock.read",
    summary: "What issues and real lead times propose for an item's reorder point",
    params: idParams,
    response: reorderAdvice,
    handler: ({ db, params }) => readAdvice(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-items/{id}/reorder-advice",
    permission: "stock.edit",
    summary: "Take what is proposed as an item's reorder point",
    status: 200,
    params: idParams,
    body: adviceInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      takeAdvice(tx, actor, params.id, body, ifMatch),
  }),
];
