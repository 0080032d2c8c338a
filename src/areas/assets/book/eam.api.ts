import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { eamAnswer } from "./eam.model.ts";
import { enterpriseAssets } from "./eam.service.ts";

export const eamEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/enterprise-assets",
    permission: "asset.read",
    summary: "How the agency's assets stand: condition, criticality, work, book",
    response: eamAnswer,
    handler: ({ db }) => enterpriseAssets(db),
  }),
];
