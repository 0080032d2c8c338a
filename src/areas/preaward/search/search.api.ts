import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { searchInput, searchRow } from "./search.model.ts";
import { addSearch, endSearch, searchesOf } from "./search.service.ts";

const path = "/api/v1/grant-searches";

export const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "grantOpportunity.read",
    summary: "One's own saved searches for opportunities",
    response: z.object({ items: z.array(searchRow) }),
    handler: async ({ db, actor }) => ({ items: await searchesOf(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "grantOpportunity.read",
    summary: "Keep a search for opportunities",
    status: 201,
    body: searchInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => addSearch(tx, actor, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}`,
    permission: "grantOpportunity.read",
    summary: "End a saved search",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params }) => {
      await endSearch(tx, actor, params.id);
      return { id: params.id };
    },
  }),
];
