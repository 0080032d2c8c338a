import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { meterRow, readingOfMeter } from "./meter.model.ts";
import { metersOf, recordReading } from "./meter.service.ts";

const path = "/api/v1/assets/{id}/meters";

/** Meters of an asset. */
export const meterEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "asset.read",
    summary: "Meters of an asset with their readings",
    params: idParams,
    response: z.object({ items: z.array(meterRow) }),
    handler: async ({ db, params }) => ({ items: await metersOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "workOrder.work",
    summary: "Write down what a meter shows",
    status: 201,
    params: idParams,
    body: readingOfMeter,
    response: z.object({ id: z.string(), total: z.string() }),
    handler: ({ tx, actor, params, body }) =>
      recordReading(tx, actor, { ...body, assetId: params.id, source: "typed" }),
  }),
];
