import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitSensitive, seedIdentity } from "#areas/identity/identity.server.ts";
import { seedAgencies } from "#areas/organization/organization.server.ts";
import { agingState } from "./aging-state.model.ts";
import { readAging, setUpAging } from "./aging.service.ts";

export const agingEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/functions/v1/create-demo-user",
    permission: "public",
    summary: "Set up or renew the demo accounts; in demo mode only",
    ownTransaction: true,
    unkept: true,
    response: z.object({ message: z.string() }),
    handler: async ({ app, request }) => {
      if (!app.config.demo) throw notFound("address");
      await limitSensitive(identityDb(app.database), `demo:${addressForLimits(request.ip)}`);
      await seedIdentity(app);
      await seedAgencies(app);
      await setUpAging(app);
      return { message: "Demo users created successfully" };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/aging-demo",
    permission: "public",
    tag: "public site",
    summary: "State and figures of the aging department's demonstration",
    response: agingState,
    handler: ({ app }) => readAging(app),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/tenants",
    permission: "public",
    tag: "public site",
    summary: "The agency of this exact name, when it publishes anything; null otherwise",
    query: z.object({ name: z.string().min(1).max(200) }),
    response: z.object({ id: z.string(), name: z.string(), slug: z.string() }).nullable(),
    handler: ({ app, query }) =>
      published(app.database).maybe<{ id: string; name: string; slug: string }>(
        sql`select id, name, slug from organization where name = ${query.name}`,
      ),
  }),
];
