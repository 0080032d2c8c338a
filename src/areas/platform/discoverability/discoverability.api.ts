import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import {
  crawlerParams,
  crawlerQuery,
  crawlerSaw,
  discoverability,
} from "./discoverability.model.ts";
import { fetchAsCrawler, readDiscoverability } from "./discoverability.service.ts";

const path = "/api/v1/discoverability";
const common = { permission: "discoverability.read", tag: "platform" } as const;

/** How search engines and assistants see the public pages. */
export const discoverabilityEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path,
    summary: "The public pages as they are served without script, with what is wrong",
    response: discoverability,
    handler: ({ app, request }) => readDiscoverability(app, request.server),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: `${path}/crawlers/{token}`,
    summary: "What a crawler is given in place of what a browser is given",
    params: crawlerParams,
    query: crawlerQuery,
    response: crawlerSaw,
    handler: ({ app, request, params, query }) =>
      fetchAsCrawler(app, request.server, params.token, query.over),
  }),
];
