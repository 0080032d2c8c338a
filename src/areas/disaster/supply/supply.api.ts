import { z } from "zod";
import { businessDate } from "#server/clock.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { alternateRow, supplyAnswer, supplyRiskRow } from "./supply.model.ts";
import { alternatesOf, supplyNow, supplyRisks } from "./supply.service.ts";

/** Deliveries in danger, and dependence on vendors. */
export const supplyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/supply-chain",
    permission: "supply.read",
    summary: "Open orders that a warning touches, and what is late by vendor",
    response: supplyAnswer,
    handler: async ({ db, actor }) => {
      const now = await supplyNow(db, actor, businessDate(db.scope));
      const touched = now.touched.slice(0, 200).map(({ vendorId: _vendor, ...order }) => order);
      return { ...now, touched };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/supply-risks",
    permission: "supply.read",
    summary: "Dependence on each vendor, with what the score is made of",
    response: z.object({ items: z.array(supplyRiskRow) }),
    handler: async ({ db }) => ({ items: await supplyRisks(db, businessDate(db.scope)) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/supply-risks/{id}/alternates",
    permission: "supply.read",
    summary: "Who else sells what a vendor sells",
    params: idParams,
    response: z.object({ items: z.array(alternateRow) }),
    handler: async ({ db, actor, params }) => ({
      items: await alternatesOf(db, actor, params.id),
    }),
  }),
];
