import { isbot } from "isbot";
import { z } from "zod";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitEvents } from "#areas/identity/identity.server.ts";
import { countVisit, readVisits } from "./visit.service.ts";

const visitRow = z
  .object({ day: z.string(), path: z.string(), visits: z.number().int() })
  .meta({ id: "VisitCount" });

export const visitEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/visits",
    permission: "public",
    summary: "Count a visit of a page: a path and a day, nothing about the visitor",
    ownTransaction: true,
    unkept: true,
    status: 202,
    body: z.object({ path: z.string().max(500).regex(/^\//, "A path begins with a slash.") }),
    response: z.object({ counted: z.boolean() }),
    handler: async ({ app, body, request }) => {
      const left =
        request.headers["sec-gpc"] === "1" ||
        request.headers.dnt === "1" ||
        isbot(request.headers["user-agent"] ?? "");
      if (left) return { counted: false };
      const db = identityDb(app.database);
      await limitEvents(db, `visit:${addressForLimits(request.ip)}`);
      await countVisit(db, body.path);
      return { counted: true };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/visits",
    permission: "visit.read",
    summary: "Visits of this installation by day and page",
    response: z.object({ items: z.array(visitRow) }),
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    handler: async ({ app, query }) => ({
      items: await readVisits(identityDb(app.database), query.days),
    }),
  }),
];
