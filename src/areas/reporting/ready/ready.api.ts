import { z } from "zod";
import { reportsDb } from "#server/db/scopes/reports.ts";
import { leavingOf } from "#server/http/leaving.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { readyRow } from "./ready.model.ts";
import { readyFor } from "./ready.service.ts";

export const readyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/ready-reports",
    permission: "report.read",
    summary: "Ready reports that you may read, with their first figure of now",
    response: z.object({ items: z.array(readyRow) }),
    handler: async ({ app, actor, reply }) => ({
      items: await readyFor(reportsDb(app.database, actor, leavingOf(reply)), actor),
    }),
  }),
];
