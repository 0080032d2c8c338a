import { z } from "zod";
import { published } from "#server/db/scopes/published.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { publicChange, publicClaim, publicQuery } from "./published.model.ts";
import { publishedChanges, publishedClaims } from "./published.service.ts";

export const publishedChangeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/public/change-orders",
    permission: "public",
    tag: "public site",
    summary: "Change orders that agencies publish, with more and less apart",
    query: publicQuery,
    response: z.object({ items: z.array(publicChange), more: z.boolean() }),
    handler: ({ app, query }) => publishedChanges(published(app.database), query),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/claims",
    permission: "public",
    tag: "public site",
    summary: "Claims under contracts that agencies publish",
    query: publicQuery,
    response: z.object({ items: z.array(publicClaim), more: z.boolean() }),
    handler: ({ app, query }) => publishedClaims(published(app.database), query),
  }),
];
