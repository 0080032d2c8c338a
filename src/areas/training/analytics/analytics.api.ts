import { z } from "zod";
import { dayInput } from "#kernel/time-fields.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { learningAnalytics } from "./analytics.model.ts";
import { readAnalytics } from "./analytics.service.ts";

export const analyticsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/learning-analytics",
    permission: "training.all",
    summary: "Coverage by department today and on a day to come, hours, who passed",
    query: z.object({ on: dayInput().optional() }),
    response: learningAnalytics,
    handler: ({ db, query }) => readAnalytics(db, query.on ?? null),
  }),
];
