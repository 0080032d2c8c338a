import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { mostAttempts, waits } from "./retry.model.ts";
import { tellMoved, type EndedDelivery } from "./topics.ts";

const startOf = (began: Date, attempt: number): string =>
  new Date(
    began.getTime() + waits.slice(0, attempt).reduce((sum, each) => sum + each, 0),
  ).toISOString();

/**
 * Tells in the demo story of a message that was tried for a day and given up: the same rows that
 * the sender writes, at the times of its plan.
 */
export const tellGivenUp = async (tx: Tx, deliveryId: string, began: Date): Promise<void> => {
  const orgId = tx.scope.orgId!;
  const error = "The host was not reached, or broke off. Check the address, or try again later.";
  const reason = `${error} It was tried ${mostAttempts} times over a day.`;
  for (let at = 0; at < mostAttempts; at++)
    await tx.rows(sql`
      insert into webhook_attempt (org_id, id, delivery_id, number, began_at, ended_at, error)
      values (
        ${orgId}, ${newId()}, ${deliveryId}, ${at + 1}, ${startOf(began, at)},
        ${startOf(began, at)}::timestamptz + interval '84 milliseconds', ${error}
      )
    `);
  const ended = startOf(began, mostAttempts - 1);
  const moved = await tx.one<EndedDelivery>(sql`
    update webhook_delivery d
    set
      status = 'failed', attempts = ${mostAttempts}, reason = ${reason},
      created_at = ${began.toISOString()}, next_attempt_at = ${ended}, ended_at = ${ended}
    from webhook_message m, webhook_endpoint e
    where d.org_id = ${orgId}
      and d.id = ${deliveryId}
      and m.org_id = d.org_id
      and m.id = d.message_id
      and e.org_id = d.org_id
      and e.id = d.endpoint_id
    returning
      d.id, d.message_id, d.endpoint_id, e.address, e.owner_id, m.topic, m.object_type, m.object_id,
      d.status, d.reason
  `);
  await tellMoved(tx, systemActor(orgId), moved);
};

/** The deliveries of what happened to a record, oldest first. */
export const deliveriesAbout = (tx: Tx, objectId: string): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(sql`
    select d.id
    from webhook_delivery d
    join webhook_message m on m.org_id = d.org_id and m.id = d.message_id
    where d.org_id = ${tx.scope.orgId} and m.object_id = ${objectId}
    order by d.created_at, d.id
  `);
