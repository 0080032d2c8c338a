import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { metricsRow } from "./metrics.model.ts";
import { readMetrics } from "./metrics.service.ts";

export const metricsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/metrics",
    permission: "metrics.read",
    summary: "How much the agency works: counts by month, nothing about a person",
    query: z.object({ months: z.coerce.number().int().min(1).max(24).default(6) }),
    response: metricsRow,
    handler: ({ app, db, actor, query }) => readMetrics(app.database, db, actor, query.months),
  }),
];
