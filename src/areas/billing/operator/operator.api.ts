import { z } from "zod";
import { agenciesNamed } from "#areas/organization/organization.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { overview } from "./overview.model.ts";
import { readOverview } from "./overview.service.ts";

const read = "platform.read";
const mostAgencies = 50;

/** What operators read of all agencies for their agreements: names, nothing of their records. */
export const operatorEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/hosting-overview",
    permission: read,
    summary: "Terms, expected income by month, and what waits for an operator",
    response: overview,
    handler: ({ db }) => readOverview(db),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/hosted-agencies",
    permission: read,
    summary: "Agencies of this installation by name, to choose one",
    query: z.object({ q: z.string().max(120).default(""), limit: z.string().optional() }),
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    handler: async ({ app, query }) => {
      const words = query.q.toLowerCase().split(/\s+/).filter(Boolean);
      const all = await agenciesNamed(identityDb(app.database));
      const items = all
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, mostAgencies);
      return { items: items.map(({ id, name }) => ({ id, name })) };
    },
  }),
];
