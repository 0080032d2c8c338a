import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { draftInput, draftRow } from "./draft.model.ts";
import { assetDrafts, makeDrafts } from "./draft.service.ts";

const path = "/api/v1/asset-drafts";

/** What came by receipts and is no asset yet. */
export const draftEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "asset.edit",
    summary: "Lines of posted receipts of which pieces are no assets yet, newest first",
    query: z.object({ q: z.string().max(100).default("") }),
    response: z.object({ items: z.array(draftRow) }),
    handler: async ({ db, query }) => ({ items: await assetDrafts(db, query.q) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "asset.edit",
    summary: "Make assets of what a receipt's line brought",
    status: 201,
    body: draftInput,
    response: z.object({ ids: z.array(z.string()) }),
    handler: ({ tx, actor, body }) => makeDrafts(tx, actor, body),
  }),
];
