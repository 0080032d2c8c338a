import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { bookAnswer, bookAsked, improvementInput, thresholdInput } from "./book.model.ts";
import { assetBook, improve, setThreshold } from "./book.service.ts";

const madeId = z.object({ id: z.string() });

/** The book of capital assets: its roll-forward, what is put into assets, the threshold. */
export const bookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/asset-book",
    permission: "asset.read",
    summary: "Roll-forward of capital assets by class between two days",
    query: bookAsked,
    response: bookAnswer,
    handler: ({ db, query }) => assetBook(db, query),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/asset-book/thresholds",
    permission: "asset.book",
    summary: "Say from which cost on assets are capitalized, from a day on",
    status: 201,
    body: thresholdInput,
    response: madeId,
    handler: ({ tx, actor, body }) => setThreshold(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/assets/{id}/improvements",
    permission: "asset.book",
    summary: "Put an improvement into the book of an asset",
    status: 201,
    params: idParams,
    body: improvementInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => improve(tx, actor, params.id, body),
  }),
];
