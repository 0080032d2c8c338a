import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { sourceAges, sourcesOf } from "#areas/connectors/connectors.server.ts";
import { federalList } from "./federal.list.ts";
import { federalRow } from "./federal.model.ts";

export const federalEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/federal-opportunities", "solicitation.read", federalList, federalRow),
  endpoint({
    method: "GET",
    path: "/api/v1/federal-opportunity-sources",
    permission: "solicitation.read",
    summary: "Connectors that bring federal opportunities, with how old what they brought is",
    response: sourceAges,
    handler: async ({ db }) => ({ items: await sourcesOf(db, "federal-opportunities") }),
  }),
];
