import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { quickStarts } from "./quick-start.model.ts";
import { readQuickStarts } from "./quick-start.service.ts";

/** The first things of one's own duties. */
export const quickStartEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/quick-starts",
    permission: "organization.read",
    tag: "organization",
    summary: "Quick starts for your role and duties, with the steps that you have done",
    response: quickStarts,
    handler: ({ db, actor }) => readQuickStarts(db, actor),
  }),
];
