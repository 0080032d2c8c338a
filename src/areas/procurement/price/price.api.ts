import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { pastLineEndpoints } from "../agent/past-line.api.ts";
import { pricePaid } from "./price.model.ts";
import { pricesPaid } from "./price.service.ts";

export const priceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/price-history",
    permission: "requisition.create",
    summary: "Last prices paid for a commodity or a description",
    query: z.object({
      commodity: z.string().trim().max(20).default(""),
      description: z.string().trim().max(500).default(""),
    }),
    response: z.object({ items: z.array(pricePaid) }),
    handler: async ({ db, query }) => ({
      items:
        query.commodity || query.description
          ? await pricesPaid(db, query.commodity, query.description)
          : [],
    }),
  }),
  ...pastLineEndpoints,
];
