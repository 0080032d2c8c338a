import { z } from "zod";
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
    mayLag: true,
    response: z.object({ items: z.array(readyRow) }),
    handler: async ({ late, actor, reply }) => ({
      items: await readyFor(late.reports(actor, leavingOf(reply)), actor),
    }),
  }),
];
