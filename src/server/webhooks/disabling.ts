import type { Actor } from "#kernel/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { lockRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { announce } from "../lifecycle.ts";
import { tellDisabled, tellMoved, type EndedDelivery } from "./topics.ts";
import { webhookEndpoint } from "./webhook.tables.ts";

/** Endpoints of the scope's agency that are switched off. */
export const countDisabledEndpoints = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from webhook_endpoint
      where org_id = ${db.scope.orgId} and state = 'disabled'
    `)
  ).n;

/** Ends what waits, for one endpoint or one delivery; the caller says why. Gives what was ended. */
export const cancelWaiting = async (
  tx: Tx,
  actor: Actor,
  which: { endpointId: string } | { deliveryId: string },
  reason: string,
): Promise<number> => {
  const of =
    "endpointId" in which
      ? sql`d.endpoint_id = ${which.endpointId}`
      : sql`d.id = ${which.deliveryId}`;
  const cancelled = await tx.rows<EndedDelivery>(sql`
    update webhook_delivery d
    set status = 'cancelled', reason = ${reason}, ended_at = clock_timestamp()
    from webhook_message m, webhook_endpoint e
    where d.org_id = ${tx.scope.orgId}
      and ${of}
      and d.status in ('queued', 'sending', 'retrying')
      and m.org_id = d.org_id
      and m.id = d.message_id
      and e.org_id = d.org_id
      and e.id = d.endpoint_id
    returning
      d.id, d.message_id, d.endpoint_id, e.address, e.owner_id, m.topic, m.object_type, m.object_id,
      d.status, d.reason
  `);
  for (const delivery of cancelled) {
    announce(tx, tx.scope.orgId!, "webhookDelivery.change", delivery.id);
    await tellMoved(tx, actor, delivery);
  }
  return cancelled.length;
};

/**
 * Sends nothing more to an endpoint and cancels what waits for it. Where the receiver asked for it,
 * its owner is told.
 */
export const disableEndpoint = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> => {
  const before = await lockRow(tx, webhookEndpoint, id, "webhook endpoint");
  if (before.state === "disabled") return;
  await updateRow(tx, webhookEndpoint, id, { state: "disabled", disabledReason: reason });
  await cancelWaiting(tx, actor, { endpointId: id }, `Its endpoint was disabled. ${reason}`);
  audit(tx, actor, {
    action: "webhookEndpoint.disable",
    objectType: "webhookEndpoint",
    objectId: id,
    objectNumber: new URL(before.address).host,
    before: { state: "active" },
    after: { state: "disabled" },
    note: reason,
  });
  announce(tx, tx.scope.orgId!, "webhookEndpoint.change", id);
  if (actor.kind === "system")
    await tellDisabled(tx, { id, address: before.address, ownerId: before.ownerId, reason });
};
