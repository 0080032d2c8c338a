import { z } from "zod";
import { whoMay } from "#roles.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";

/** Who holds what: browsers are not sent the manifests' permissions, so they ask for the sentence. */
export const whoMayEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/who-may",
    permission: "organization.read",
    summary: "Which duties and roles hold these permissions, as a sentence each",
    query: z.object({
      permission: z
        .string()
        .regex(/^[\w.]+(,[\w.]+)*$/)
        .max(400),
    }),
    response: z.object({ sentences: z.record(z.string(), z.string()) }).meta({ id: "WhoMay" }),
    handler: async ({ query }) => ({
      sentences: Object.fromEntries(
        query.permission.split(",").map((name) => [name, whoMay([name])]),
      ),
    }),
  }),
];
