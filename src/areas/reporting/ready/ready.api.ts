import { z } from "zod";
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
    handler: async ({ db, actor }) => ({ items: await readyFor(db, actor) }),
  }),
];
