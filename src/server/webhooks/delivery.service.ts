import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow, lockRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import type { ListDefinition } from "../http/list.ts";
import { announce } from "../lifecycle.ts";
import { cancelWaiting } from "./disabling.ts";
import { queueWebhook } from "./queue.ts";
import { tellMoved } from "./topics.ts";
import { deliveryStatuses, testTopic, type DeliveryStatus } from "#kernel/delivery-states.ts";
import type { WebhookDeliveryDetail } from "#kernel/webhook.model.ts";
import { webhookDelivery, webhookEndpoint } from "./webhook.tables.ts";

const open = "d.status in ('queued', 'sending', 'retrying')";

export const webhookDeliveryList: ListDefinition = {
  name: "webhook-deliveries",
  alias: "d",
  base: "webhook_delivery d",
  from: `
    webhook_delivery d
    join webhook_message m on m.org_id = d.org_id and m.id = d.message_id
    join webhook_endpoint e on e.org_id = d.org_id and e.id = d.endpoint_id
  `,
  columns: {
    id: { sql: "d.id", hidden: true },
    topic: { sql: "m.topic", label: "Event" },
    status: { sql: "d.status", label: "Status", codes: deliveryStatuses },
    address: { sql: "e.address", label: "Endpoint" },
    attempts: { sql: "d.attempts", label: "Tries" },
    reason: { sql: "d.reason", label: "Response" },
    replay: { sql: "d.replay_of is not null", label: "Sent again" },
    createdAt: { sql: "d.created_at", label: "Queued (UTC)", sort: true },
    nextAttemptAt: { sql: `case when ${open} then d.next_attempt_at end`, label: "Next try (UTC)" },
    endedAt: { sql: "d.ended_at", label: "Ended (UTC)" },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    endpoint: { kind: "set", sql: "d.endpoint_id", type: "uuid" },
    topic: { kind: "set", sql: "m.topic", type: "text" },
    objectId: { kind: "set", sql: "m.object_id", type: "uuid" },
    createdAt: { kind: "range", sql: "(d.created_at at time zone $zone)::date", type: "date" },
  },
  search: ["m.topic", "e.address"],
  defaultSort: "-createdAt",
};

/** A delivery with its message and every try. 404 for none. */
export const readWebhookDelivery = async (db: Db, id: string): Promise<WebhookDeliveryDetail> => {
  const orgId = db.scope.orgId;
  const [row, attemptList] = await Promise.all([
    db.maybe<Omit<WebhookDeliveryDetail, "attemptList">>(sql`
      select
        d.id, m.topic, d.status, e.address, d.attempts, d.reason, d.replay_of is not null as replay,
        d.created_at, d.ended_at, d.message_id, d.endpoint_id, m.body, m.object_type, m.object_id,
        case when d.ended_at is null then d.next_attempt_at end as next_attempt_at
      from webhook_delivery d
      join webhook_message m on m.org_id = d.org_id and m.id = d.message_id
      join webhook_endpoint e on e.org_id = d.org_id and e.id = d.endpoint_id
      where d.org_id = ${orgId} and d.id = ${id}
    `),
    db.rows<WebhookDeliveryDetail["attemptList"][number]>(sql`
      select
        id, number, began_at, ended_at, status_code, answer, error,
        round(extract(epoch from ended_at - began_at) * 1000)::int as duration_ms
      from webhook_attempt
      where org_id = ${orgId} and delivery_id = ${id}
      order by number desc
      limit 100
    `),
  ]);
  if (!row) throw notFound("delivery");
  return { ...row, attemptList };
};

type Moved = { id: string; status: DeliveryStatus };

const noted = (tx: Tx, actor: Actor, action: string, id: string, topic: string, why?: string) => {
  audit(tx, actor, {
    action: `webhookDelivery.${action}`,
    objectType: "webhookDelivery",
    objectId: id,
    objectNumber: topic,
    before: null,
    after: null,
    note: why ?? null,
  });
  announce(tx, tx.scope.orgId!, "webhookDelivery.change", id);
};

const about = (db: Db, id: string) =>
  db.one<
    { topic: string; address: string; ownerId: string; state: string } & {
      objectType: string;
      objectId: string;
    }
  >(sql`
    select m.topic, m.object_type, m.object_id, e.address, e.owner_id, e.state
    from webhook_delivery d
    join webhook_message m on m.org_id = d.org_id and m.id = d.message_id
    join webhook_endpoint e on e.org_id = d.org_id and e.id = d.endpoint_id
    where d.org_id = ${db.scope.orgId} and d.id = ${id}
  `);

const requireActive = (state: string): void => {
  if (state !== "active")
    throw conflict("endpoint_disabled", "Its endpoint is disabled. Enable it first.");
};

/** Tries what waits for its next time, or failed, now; a new day of tries begins. */
export const retryWebhook = async (tx: Tx, actor: Actor, id: string): Promise<Moved> => {
  const row = await lockRow(tx, webhookDelivery, id, "delivery");
  if (row.status !== "retrying" && row.status !== "failed")
    throw conflict("not_in_this_status", "Only what is retrying or failed is tried again.");
  const facts = await about(tx, id);
  requireActive(facts.state);
  await tx.rows(sql`
    update webhook_delivery
    set
      status = 'retrying', attempts_before = attempts, next_attempt_at = clock_timestamp(),
      ended_at = null
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  noted(tx, actor, "retry", id, facts.topic);
  const moved = { id, status: "retrying" as const };
  await tellMoved(tx, actor, { ...row, ...facts, ...moved });
  return moved;
};

/** Ends what waits; 409 for what has ended. */
export const cancelWebhook = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<Moved> => {
  await lockRow(tx, webhookDelivery, id, "delivery");
  if ((await cancelWaiting(tx, actor, { deliveryId: id }, reason)) === 0)
    throw conflict("not_in_this_status", "It has ended already.");
  noted(tx, actor, "cancel", id, (await about(tx, id)).topic, reason);
  return { id, status: "cancelled" };
};

type Old = { id: string; messageId: string; endpointId: string };

// The same message under the same webhook-id: receivers know whether they have it.
const queueReplays = async (tx: Tx, old: readonly Old[]): Promise<string[]> => {
  const ids = old.map(() => newId());
  await tx.rows(sql`
    insert into webhook_delivery (
      org_id, id, message_id, endpoint_id, replay_of, object_id, sequence
    )
    select
      ${tx.scope.orgId}, d.id, d.message_id, d.endpoint_id, d.replay_of, o.object_id, o.sequence
    from unnest(
      ${ids}::uuid[], ${old.map((each) => each.messageId)}::uuid[],
      ${old.map((each) => each.endpointId)}::uuid[], ${old.map((each) => each.id)}::uuid[]
    ) as d (id, message_id, endpoint_id, replay_of)
    join webhook_delivery o on o.org_id = ${tx.scope.orgId} and o.id = d.replay_of
  `);
  return ids;
};

/** Sends one again that has ended. 409 while the same message is on its way to the endpoint. */
export const replayWebhook = async (tx: Tx, actor: Actor, id: string): Promise<Moved> => {
  const row = await getRow(tx, webhookDelivery, id, "delivery");
  const endpoint = await lockRow(tx, webhookEndpoint, row.endpointId, "webhook endpoint");
  requireActive(endpoint.state);
  const underWay = await tx.maybe(sql`
    select id
    from webhook_delivery
    where org_id = ${row.orgId}
      and message_id = ${row.messageId}
      and endpoint_id = ${row.endpointId}
      and ended_at is null
    limit 1
  `);
  if (underWay) throw conflict("under_way", "This message is on its way to this endpoint already.");
  const [made] = await queueReplays(tx, [row]);
  noted(tx, actor, "replay", made!, (await about(tx, id)).topic);
  return { id: made!, status: "queued" };
};

/** So many messages one replay of a period sends. */
const mostReplayed = 1000;

/**
 * Sends the messages of a period again, oldest first: what failed or was cancelled and was not
 * delivered since, or everything. What is on its way stays as it is. 409 for more than a thousand.
 */
export const replayPeriod = async (
  tx: Tx,
  actor: Actor,
  endpointId: string,
  period: { from: string; to: string; which: "ended" | "all" },
): Promise<{ queued: number }> => {
  const endpoint = await lockRow(tx, webhookEndpoint, endpointId, "webhook endpoint");
  requireActive(endpoint.state);
  const zone = actor.timeZone ?? "UTC";
  const old = await tx.rows<Old>(sql`
    select distinct on (d.message_id) d.id, d.message_id, d.endpoint_id
    from webhook_delivery d
    where d.org_id = ${endpoint.orgId}
      and d.endpoint_id = ${endpointId}
      and d.created_at >= ${period.from}::date::timestamp at time zone ${zone}
      and d.created_at < (${period.to}::date + 1)::timestamp at time zone ${zone}
      and not exists (
        select 1
        from webhook_delivery o
        where o.org_id = d.org_id
          and o.message_id = d.message_id
          and o.endpoint_id = d.endpoint_id
          and (
            o.ended_at is null
            or (${period.which === "ended"}::boolean and o.status = 'delivered')
          )
      )
    order by d.message_id, d.created_at desc
    limit ${mostReplayed + 1}
  `);
  if (old.length > mostReplayed)
    throw conflict(
      "too_many",
      `More than ${mostReplayed} messages lie in this period. Choose a shorter one.`,
    );
  await queueReplays(tx, old);
  audit(tx, actor, {
    action: "webhookEndpoint.replay",
    objectType: "webhookEndpoint",
    objectId: endpointId,
    objectNumber: new URL(endpoint.address).host,
    before: null,
    after: { ...period, messages: old.length },
  });
  announce(tx, endpoint.orgId, "webhookDelivery.change", endpointId);
  return { queued: old.length };
};

/** A message that says nothing but that it is a test, to this endpoint alone. */
export const sendTest = async (tx: Tx, actor: Actor, endpointId: string): Promise<Moved> => {
  const endpoint = await lockRow(tx, webhookEndpoint, endpointId, "webhook endpoint");
  requireActive(endpoint.state);
  const queued = await queueWebhook(tx, {
    topic: testTopic,
    objectType: "webhookEndpoint",
    objectId: endpointId,
    data: { endpoint: endpointId, askedBy: actor.name },
    endpointId,
  });
  const id = queued!.deliveries[0]!;
  noted(tx, actor, "test", id, testTopic);
  return { id, status: "queued" };
};

const newestOf = (db: Db, messageId: string) =>
  db.one<{ id: string; status: DeliveryStatus }>(sql`
    select id, status
    from webhook_delivery
    where org_id = ${db.scope.orgId} and message_id = ${messageId}
    order by created_at desc, id desc
    limit 1
  `);

/** Sends a message that went to one endpoint again, under the same webhook-id. */
export const sendMessageAgain = async (tx: Tx, actor: Actor, messageId: string): Promise<void> => {
  const { id, status } = await newestOf(tx, messageId);
  if (status === "failed" || status === "retrying") await retryWebhook(tx, actor, id);
  else await replayWebhook(tx, actor, id);
};

/** Stops a message that went to one endpoint; 409 where it has ended. */
export const stopMessage = async (
  tx: Tx,
  actor: Actor,
  messageId: string,
  reason: string,
): Promise<void> =>
  void (await cancelWebhook(tx, actor, (await newestOf(tx, messageId)).id, reason));
