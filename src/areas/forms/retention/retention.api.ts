import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listDisposals } from "./keeping.service.ts";
import { disposalRow } from "./retention.model.ts";

/** What is deleted behind the retention; what a legal hold keeps stands with it. */
export const retentionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/form-disposals",
    permission: "form.design",
    summary: "Submissions whose years are over, with the day on which they are deleted",
    response: z.object({ items: z.array(disposalRow) }),
    handler: async ({ db }) => ({ items: await listDisposals(db) }),
  }),
];
