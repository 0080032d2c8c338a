import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { stockStanding } from "./standing.model.ts";
import { standingOfStock } from "./standing.service.ts";

export const standingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-standing",
    permission: "stock.read",
    summary: "What waits in the stores",
    response: stockStanding,
    handler: ({ db, actor }) => standingOfStock(db, actor),
  }),
];
