import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { pastLine } from "./past-line.model.ts";
import { pastNeed, pastNeeds } from "./past-need.ts";
import { pastLinesNear } from "./past-line.service.ts";

export const pastLineEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/past-lines",
    permission: "purchaseOrder.read",
    summary: "Lines of past orders that say what is asked, with price, account and contract",
    query: z.object({ words: z.string().trim().min(1).max(500) }),
    response: z.object({ items: z.array(pastLine) }),
    handler: async ({ db, query }) => ({ items: await pastLinesNear(db, query.words) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/past-needs",
    permission: "purchaseOrder.read",
    summary: "What departments had ordered several times, each order with its day and quantity",
    response: z.object({ items: z.array(pastNeed) }),
    handler: async ({ db }) => ({ items: await pastNeeds(db) }),
  }),
];
