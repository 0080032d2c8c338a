import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { businessDate } from "#server/clock.ts";
import { extendHold } from "./hold-end.service.ts";
import { holdDaysOn } from "./hold-rule.service.ts";
import { stockOffers } from "./offer.service.ts";
import {
  declineInput,
  handOutInput,
  stockOffer,
  stockRequestInput,
  stockRequests,
} from "./request.model.ts";
import {
  askStores,
  declineRequest,
  handOut,
  requestsFor,
  withdrawRequestOf,
} from "./request.service.ts";

const path = "/api/v1/stock-requests";
const ended = z.object({ id: z.string() });
const answered = { status: 200, response: ended } as const;

/** What the stores offer before something is bought, and what is asked of them. */
export const requestEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-offers",
    permission: "stock.read",
    summary: "What the stores have free of what somebody is about to have bought",
    query: z.object({
      description: z.string().max(500).default(""),
      commodity: z.string().max(20).default(""),
    }),
    response: z.object({ items: z.array(stockOffer) }),
    handler: async ({ db, query }) => ({ items: await stockOffers(db, query) }),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "stock.ask",
    summary: "What is asked of the stores: all that is open for storekeepers, one's own for others",
    response: stockRequests,
    handler: async ({ db, actor }) => ({
      items: await requestsFor(db, actor),
      holdDays: await holdDaysOn(db, businessDate(db.scope)),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "stock.ask",
    summary: "Ask the stores for an item instead of having it bought",
    status: 201,
    body: stockRequestInput,
    response: ended,
    handler: ({ tx, actor, body }) => askStores(tx, actor, body),
  }),
  recordAct(path, "hand-out", {
    ...answered,
    permission: "stock.move",
    summary: "Hand out what is held for a request",
    body: handOutInput,
    handler: ({ tx, actor, params, body }) => handOut(tx, actor, params.id, body.accountStringId),
  }),
  recordAct(path, "decline", {
    ...answered,
    permission: "stock.move",
    summary: "Decline a request with the reason",
    body: declineInput,
    handler: ({ tx, actor, params, body }) => declineRequest(tx, actor, params.id, body.reason),
  }),
  recordAct(path, "extend", {
    ...answered,
    permission: "stock.ask",
    summary: "Have what is asked for held anew from today on",
    handler: ({ tx, actor, params }) => extendHold(tx, actor, params.id),
  }),
  recordAct(path, "withdraw", {
    ...answered,
    permission: "stock.ask",
    summary: "Take back what one asked the stores for",
    handler: ({ tx, actor, params }) => withdrawRequestOf(tx, actor, params.id),
  }),
];
