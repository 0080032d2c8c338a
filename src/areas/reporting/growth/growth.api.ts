import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { leavingOf } from "#server/http/leaving.ts";
import { growthAnswer, growthQuery, pathRow } from "./growth.model.ts";
import { readGrowth } from "./growth.service.ts";
import { pathList } from "./path.list.ts";

/** How purchases go: days between their steps, and the purchases behind them. */
export const growthEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/growth",
    permission: "growth.read",
    summary: "How purchases of a period go: days between steps, drafts, returns, imports",
    mayLag: true,
    query: growthQuery,
    response: growthAnswer,
    handler: ({ late, actor, query, reply }) =>
      readGrowth(late.reports(actor, leavingOf(reply)), query),
  }),
  ...listEndpoints("/api/v1/growth/purchases", "growth.read", pathList, pathRow),
];
