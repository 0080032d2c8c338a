import { z } from "zod";
import { permissions } from "#roles.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";

/** Which roles and duties give which permission: the program's own list, the same for everybody. */
export const holderEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/permission-holders",
    permission: "signed-in",
    summary: "Which roles and duties give which permission",
    response: z.object({
      items: z.array(z.object({ permission: z.string(), holders: z.array(z.string()) })),
    }),
    handler: async () => ({
      items: Object.entries(permissions).map(([permission, holders]) => ({
        permission,
        holders: [...holders],
      })),
    }),
  }),
];
