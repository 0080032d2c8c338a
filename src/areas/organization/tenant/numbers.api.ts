import { z } from "zod";
import { sql } from "#server/db/sql.ts";
import { counter, type Counter } from "./numbers.model.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";

/** How records are numbered: the last number that was given out, by kind and fiscal year. */
export const numberEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/record-counters",
    permission: "organization.read",
    tag: "organization",
    summary: "The last record number of each kind and fiscal year",
    response: z.object({ items: z.array(counter) }),
    handler: async ({ db }) => ({
      items: await db.rows<Counter>(sql`
        select kind, year, last
        from record_counter
        where org_id = ${db.scope.orgId} and last > 0
        order by year desc, kind
        limit 500
      `),
    }),
  }),
];
