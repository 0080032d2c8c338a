import { z } from "zod";
import { note } from "#server/change.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { objectClass } from "../journal/journal.model.ts";
import type { ObjectClass } from "./cost.labels.ts";
import { costList } from "./cost.list.ts";
import { costRow, mappingInput } from "./cost.model.ts";
import { mapAccounts } from "./cost.read.service.ts";

export const costEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/costs", "cost.read", costList, costRow),
  endpoint({
    method: "GET",
    path: "/api/v1/object-classes",
    permission: "cost.read",
    summary: "The object class of each account that has one",
    response: z.object({
      items: z.array(z.object({ accountId: z.string(), objectClass })),
    }),
    handler: async ({ db }) => ({
      items: await db.rows<{ accountId: string; objectClass: ObjectClass }>(sql`
        select account_id, object_class
        from object_class_account
        where org_id = ${db.scope.orgId}
        order by account_id
      `),
    }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/object-classes",
    permission: "cost.map",
    summary: "Say to which object class accounts belong",
    body: mappingInput,
    response: z.object({ mapped: z.number() }),
    handler: async ({ tx, actor, body }) => {
      await mapAccounts(tx, body.accounts);
      note(tx, actor, "organization", actor.orgId!, {
        action: "objectClass.map",
        after: body,
        event: null,
      });
      return { mapped: body.accounts.length };
    },
  }),
];
