import { z } from "zod";
import type { Permission } from "#kernel/access.ts";
import { historyOf } from "../audit/history.ts";
import { requireRecord, requireSeen } from "../lifecycle.ts";
import { endpoint, idParams, type Endpoint } from "./endpoint.ts";

const item = z
  .object({
    at: z.string(),
    actorName: z.string().nullable(),
    action: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    reason: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    auditIndex: z.number().nullable(),
  })
  .loose()
  .meta({ id: "HistoryItem" });

/** `GET path/{id}/history`: what happened to one record, newest first, from the audit record. */
export const historyEndpoint = (
  path: string,
  objectType: string,
  permission: Permission,
): Endpoint =>
  endpoint({
    method: "GET",
    path: `${path}/{id}/history`,
    permission,
    summary: "What happened to the record",
    params: idParams,
    response: z.object({ items: z.array(item) }),
    handler: async ({ actor, db, params }) => {
      await requireSeen(db, actor, objectType, params.id);
      const history = await historyOf(db, objectType, params.id);
      // A record without an entry is rare, an id that no record here has is not: it answers alike
      // at every address of the record.
      if (history.items.length === 0) await requireRecord(db, objectType, params.id);
      return history as never;
    },
  });
