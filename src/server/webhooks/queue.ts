import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "../clock.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { quietReason } from "../quiet.ts";

/**
 * Something that happened, for other systems: a thin body that names the record, never its content.
 * With `endpointId` it goes to that endpoint alone, whatever events that one asks for.
 */
export type WebhookEvent = {
  topic: string;
  objectType: string;
  objectId: string;
  data: Record<string, unknown>;
  endpointId?: string;
};

/**
 * Puts an event into the queue of every endpoint that asks for it, in the caller's transaction: it
 * goes out if and only if that commits. Gives the message's id and those of its deliveries; null where
 * nobody listens.
 * 409 for a named endpoint that is disabled or gone.
 */
export const queueWebhook = async (
  tx: Tx,
  event: WebhookEvent,
): Promise<{ messageId: string; deliveries: string[] } | null> => {
  if (quietReason() !== null) return null;
  const orgId = tx.scope.orgId!;
  const wanted = event.endpointId
    ? sql`id = ${event.endpointId}::uuid`
    : sql`topics @> array[${event.topic}]::text[]`;
  const endpoints = await tx.rows<{ id: string }>(sql`
    select id
    from webhook_endpoint
    where org_id = ${orgId} and state = 'active' and ${wanted}
    order by id
  `);
  if (event.endpointId && endpoints.length === 0)
    throw conflict("webhook_disabled", "The webhook endpoint is disabled or no longer there.");
  if (endpoints.length === 0) return null;
  const messageId = newId();
  const body = JSON.stringify({
    type: event.topic,
    timestamp: businessNow(tx.scope).toISOString(),
    data: event.data,
  });
  await tx.rows(sql`
    insert into webhook_message (org_id, id, topic, body, object_type, object_id)
    values (${orgId}, ${messageId}, ${event.topic}, ${body}, ${event.objectType}, ${event.objectId})
  `);
  const ids = endpoints.map(() => newId());
  await tx.rows(sql`
    insert into webhook_delivery (org_id, id, message_id, endpoint_id)
    select ${orgId}, d.id, ${messageId}, d.endpoint_id
    from unnest(${ids}::uuid[], ${endpoints.map((each) => each.id)}::uuid[]) as d (id, endpoint_id)
  `);
  return { messageId, deliveries: ids };
};

/** The agency's active endpoint at this address; null for none. */
export const endpointAt = (db: Db, address: string): Promise<{ id: string } | null> =>
  db.maybe<{ id: string }>(sql`
    select id
    from webhook_endpoint
    where org_id = ${db.scope.orgId} and address = ${address} and state = 'active'
  `);

/** The agency's active endpoints, by address. */
export const activeEndpoints = (db: Db): Promise<{ id: string; address: string }[]> =>
  db.rows(sql`
    select id, address
    from webhook_endpoint
    where org_id = ${db.scope.orgId} and state = 'active'
    order by address, id
  `);
