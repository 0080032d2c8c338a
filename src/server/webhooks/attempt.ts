import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/db.ts";
import { lockRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { announce } from "../lifecycle.ts";
import { freshBytes } from "../random.ts";
import { cancelWaiting, disableEndpoint } from "./disabling.ts";
import { verdictOf, waitAfter } from "./retry.model.ts";
import { tellMoved } from "./topics.ts";
import type { DeliveryStatus } from "#kernel/delivery-states.ts";
import { webhookEndpoint } from "./webhook.tables.ts";

/** So many tries run at one endpoint at a time, over all instances. */
export const mostAtOnce = 4;
/** The receiver has so long to answer, and nobody else takes the try up for so long (seconds). */
export const answerSeconds = 20;
const heldSeconds = 60;

export type Place = { orgId: string; endpointId: string };

/** A try that was written down as begun: what goes out, and where. */
export type Begun = {
  orgId: string;
  deliveryId: string;
  attemptId: string;
  endpointId: string;
  address: string;
  ownerId: string;
  secret: string;
  secretBefore: string | null;
  messageId: string;
  topic: string;
  body: string;
  objectType: string;
  objectId: string;
  replay: boolean;
  attempts: number;
  tries: number;
};

/** How a try went: an answer's status and its first letters, or why there was none. */
export type Heard = {
  status: number | null;
  answer: string | null;
  error: string | null;
  /** Milliseconds that the receiver asked to be left alone. */
  pauseMs: number;
};

type Endpoint = Pick<Begun, "address" | "ownerId" | "secret" | "secretBefore">;

/** The endpoint where it may be called now; null where it rests or has enough to do. */
const readyEndpoint = (tx: Tx, { orgId, endpointId }: Place): Promise<Endpoint | null> =>
  tx.maybe<Endpoint>(sql`
    select address, owner_id, secret, secret_before
    from webhook_endpoint e
    where e.org_id = ${orgId}
      and e.id = ${endpointId}
      and (e.rest_until is null or e.rest_until <= clock_timestamp())
      and (
        select count(*)
        from webhook_delivery d
        where d.org_id = e.org_id
          and d.endpoint_id = e.id
          and d.status = 'sending'
          and d.next_attempt_at > clock_timestamp()
      ) < ${mostAtOnce}
  `);

type Due = Omit<Begun, "attemptId" | keyof Place | keyof Endpoint>;

const takeDue = (tx: Tx, { orgId, endpointId }: Place): Promise<Due | null> =>
  tx.maybe<Due>(sql`
    with due as (
      select w.id
      from webhook_delivery w
      where w.org_id = ${orgId}
        and w.endpoint_id = ${endpointId}
        and w.status in ('queued', 'sending', 'retrying')
        and w.next_attempt_at <= clock_timestamp()
        and not exists (
          select 1
          from webhook_delivery f
          where f.org_id = w.org_id
            and f.endpoint_id = w.endpoint_id
            and f.object_id = w.object_id
            and f.sequence < w.sequence
            and f.status in ('queued', 'sending', 'retrying')
        )
      order by w.next_attempt_at, w.sequence nulls first, w.id
      limit 1
      for update skip locked
    )
    update webhook_delivery d
    set
      status = 'sending', attempts = d.attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${heldSeconds})
    from due, webhook_message m
    where d.org_id = ${orgId} and d.id = due.id and m.org_id = d.org_id and m.id = d.message_id
    returning
      d.id as delivery_id, d.message_id, m.topic, m.body, m.object_type, m.object_id,
      d.replay_of is not null as replay, d.attempts, d.attempts - d.attempts_before as tries
  `);

// What waits behind an earlier message about the same record is not due: a receiver hears of a
// record in the order in which it changed. What ended, also as failed, holds nothing back.
/**
 * Takes up the next delivery that is due at an endpoint and writes the try down as begun; null for
 * none. A try that another instance began and never ended stays as it is, with no answer: whether
 * the receiver has it, nobody knows, and it goes out again.
 */
export const beginAttempt = (app: App, place: Place): Promise<Begun | null> =>
  app.database.transaction({ orgId: place.orgId, personId: null }, async (tx) => {
    // How many are under way is counted behind the lock.
    const { state } = await lockRow(tx, webhookEndpoint, place.endpointId, "webhook endpoint");
    if (state === "disabled") {
      // Queued while somebody disabled it.
      const actor = systemActor(place.orgId);
      await cancelWaiting(tx, actor, place, "Its endpoint is disabled.");
      return null;
    }
    const endpoint = await readyEndpoint(tx, place);
    const due = endpoint && (await takeDue(tx, place));
    if (!due) return null;
    const attemptId = newId();
    await tx.rows(sql`
      insert into webhook_attempt (org_id, id, delivery_id, number)
      values (${place.orgId}, ${attemptId}, ${due.deliveryId}, ${due.attempts})
    `);
    announce(tx, place.orgId, "webhookDelivery.change", due.deliveryId);
    return { ...place, ...endpoint, ...due, attemptId };
  });

const random = () => freshBytes(4).readUInt32BE() / 2 ** 32;

type Next = { status: DeliveryStatus; waitMs: number; reason: string | null };

const nextOf = (tries: number, { status, error, pauseMs }: Heard): Next => {
  const verdict = verdictOf(status);
  if (verdict === "delivered") return { status: "delivered", waitMs: 0, reason: null };
  const said = status === null ? error : `The receiver answered ${status}.`;
  if (verdict === "gone") return { status: "failed", waitMs: 0, reason: said };
  const wait = waitAfter(tries, random());
  return wait === null
    ? { status: "failed", waitMs: 0, reason: `${said} It was tried ${tries} times over a day.` }
    : { status: "retrying", waitMs: Math.max(wait, pauseMs), reason: said };
};

const noteHeard = async (tx: Tx, begun: Begun, heard: Heard, next: Next): Promise<boolean> => {
  const { orgId, attemptId, deliveryId, attempts, endpointId } = begun;
  const ended = next.status !== "retrying";
  const noted = await tx.rows(sql`
    update webhook_delivery
    set
      status = ${next.status}, reason = ${next.reason},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${next.waitMs / 1000}),
      ended_at = case when ${ended}::boolean then clock_timestamp() end
    where org_id = ${orgId} and id = ${deliveryId} and status = 'sending' and attempts = ${attempts}
    returning id
  `);
  await tx.rows(sql`
    update webhook_attempt
    set
      ended_at = clock_timestamp(), status_code = ${heard.status}, answer = ${heard.answer},
      error = ${heard.error}
    where org_id = ${orgId} and id = ${attemptId}
  `);
  if (heard.pauseMs > 0)
    await tx.rows(sql`
      update webhook_endpoint
      set rest_until = clock_timestamp() + make_interval(secs => ${heard.pauseMs / 1000})
      where org_id = ${orgId} and id = ${endpointId}
    `);
  return noted.length > 0;
};

/**
 * Writes down how a try went and what follows. A delivery that was cancelled meanwhile, or taken up
 * by another instance, keeps its state. 410 disables the endpoint.
 */
export const endAttempt = (
  app: App,
  begun: Begun,
  heard: Heard,
): Promise<DeliveryStatus | null> => {
  const actor = systemActor(begun.orgId);
  return app.database.transaction(actor, async (tx) => {
    const gone = verdictOf(heard.status) === "gone";
    // The endpoint before its deliveries, as everybody locks them.
    if (gone || heard.pauseMs > 0)
      await lockRow(tx, webhookEndpoint, begun.endpointId, "webhook endpoint");
    const next = nextOf(begun.tries, heard);
    const noted = await noteHeard(tx, begun, heard, next);
    announce(tx, begun.orgId, "webhookDelivery.change", begun.deliveryId);
    if (noted) await tellMoved(tx, actor, { ...begun, ...next, id: begun.deliveryId });
    if (gone)
      await disableEndpoint(tx, actor, begun.endpointId, "The receiver answered 410 (gone).");
    return noted ? next.status : null;
  });
};
