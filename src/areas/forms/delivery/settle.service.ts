import { systemActor, type Actor } from "#kernel/access.ts";
import type { DeliveryStatus } from "#kernel/delivery-states.ts";
import type { App } from "#server/app.ts";
import { isAway } from "#server/db/away.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { announce, asSystem, transition } from "#server/lifecycle.ts";
import { fatesOf, type LetterFate } from "#server/mail/letter-fate.ts";
import type { EndedDelivery } from "#server/webhooks/topics.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { formSubmission } from "../forms.tables.ts";
import { queueSubmissionEvent } from "../submission/events.service.ts";
import { submissionNoun, type SubmissionRecord } from "../submission/submission.noun.ts";
import { destinationWords, type DestinationKind } from "./destination.labels.ts";

/**
 * The submission is delivered once the newest delivery of each of its destinations is. Behind the
 * submission's lock, so that the last of two at once sees both.
 */
const confirm = async (tx: Tx, actor: Actor, submissionId: string): Promise<void> => {
  const submission = await lockRow(tx, formSubmission, submissionId, "submission");
  if (submission.status !== "approved") return;
  const { all } = await tx.one<{ all: boolean }>(sql`
    select bool_and(status = 'delivered') as all
    from (
      select distinct on (destination) status
      from form_delivery
      where org_id = ${tx.scope.orgId} and submission_id = ${submissionId}
      order by destination, created_at desc, id desc
    ) newest
  `);
  if (!all) return;
  const delivered = (await transition(tx, asSystem(actor), submissionNoun, {
    id: submissionId,
    action: "deliver",
  })) as SubmissionRecord;
  await queueSubmissionEvent(tx, delivered, "delivered");
};

type Settled = {
  id: string;
  submissionId: string;
  kind: DestinationKind;
  sentTo: string;
  number: string;
  decidedBy: string | null;
};

/** Where a delivery stands now, and what is written of its last try. */
export type Standing = { status: DeliveryStatus; reason: string | null; outcome: string };

/**
 * Notes where a delivery stands, on it and on its last try. What was given up is told to whoever
 * decided the submission; what was the last one to arrive makes the submission delivered.
 */
export const settle = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { status, reason, outcome }: Standing,
): Promise<void> => {
  const orgId = tx.scope.orgId!;
  const ended = status === "delivered" || status === "failed" || status === "cancelled";
  const settled = await tx.maybe<Settled>(sql`
    update form_delivery d
    set
      status = ${status}, reason = ${reason}, version = d.version + 1,
      updated_at = clock_timestamp(),
      ended_at = case when ${ended}::boolean then clock_timestamp() end
    from form_submission s
    where d.org_id = ${orgId}
      and d.id = ${id}
      and (d.status, d.reason) is distinct from (${status}, ${reason}::text)
      and s.org_id = d.org_id
      and s.id = d.submission_id
    returning d.id, d.submission_id, d.kind, d.sent_to, s.number, s.decided_by
  `);
  if (!settled) return;
  await tx.rows(sql`
    update form_delivery_try t
    set outcome = ${outcome}, ended_at = case when ${ended}::boolean then clock_timestamp() end
    where t.org_id = ${orgId}
      and t.delivery_id = ${id}
      and t.number = (
        select max(o.number)
        from form_delivery_try o
        where o.org_id = t.org_id and o.delivery_id = t.delivery_id
      )
  `);
  announce(tx, orgId, "formDelivery.change", id);
  if (status === "failed" && settled.decidedBy)
    notify(tx, [settled.decidedBy], {
      kind: "form",
      title: `${settled.number} did not reach a destination`,
      body: `${destinationWords(settled.kind, settled.sentTo)}. ${reason ?? ""}`.trim(),
      link: `/forms/${settled.submissionId}?tab=delivery`,
    });
  if (status === "delivered") await confirm(tx, actor, settled.submissionId);
};

const standingOf = ({ state, attempts, said }: LetterFate): Standing | null => {
  if (state === "sent")
    return { status: "delivered", reason: said, outcome: said ?? "Taken by the mail server" };
  if (state === "failed") return { status: "failed", reason: said, outcome: said ?? "Given up" };
  if (state === "refused")
    return {
      status: "retrying",
      reason: said,
      outcome: `${said ?? "Refused"} (${attempts} times so far)`,
    };
  return null;
};

type Waiting = { orgId: string; id: string; mailId: string };

/** Notes what became of letters that deliveries wait for; gives how many moved. */
export const settleLetters = async ({ database }: App): Promise<number> => {
  const db = identityDb(database);
  const waiting = await db.rows<Waiting>(sql`
    select org_id, id, mail_id
    from form_delivery
    where kind = 'mail' and ended_at is null and mail_id is not null
  `);
  const fates = new Map(
    (
      await fatesOf(
        db,
        waiting.map((each) => each.mailId),
      )
    ).map((fate) => [fate.id, fate]),
  );
  let moved = 0;
  for (const { orgId, id, mailId } of waiting) {
    const fate = fates.get(mailId);
    const standing = fate && standingOf(fate);
    if (!standing) continue;
    const actor = systemActor(orgId);
    await database.transaction(actor, async (tx) => {
      // A new letter may have taken its place meanwhile.
      const same = await tx.maybe(sql`
        select id
        from form_delivery
        where org_id = ${orgId} and id = ${id} and mail_id = ${mailId} and ended_at is null
        for update
      `);
      if (same) await settle(tx, actor, id, standing);
    });
    moved++;
  }
  return moved;
};

/** Hears what became of a webhook message that deliveries of submissions wait for. */
export const hearWebhook = async (
  tx: Tx,
  actor: Actor,
  { messageId, status, reason }: EndedDelivery,
): Promise<void> => {
  const waiting = await tx.rows<{ id: string }>(sql`
    select id
    from form_delivery
    where org_id = ${tx.scope.orgId} and message_id = ${messageId}
    order by created_at desc, id desc
    limit 1
    for update
  `);
  for (const { id } of waiting)
    await settle(tx, actor, id, {
      status,
      reason,
      outcome: reason ?? (status === "delivered" ? "Taken by the receiver" : "Tried again"),
    });
};

/** So often each instance looks what became of letters. */
const lookMs = 5_000;

/** Follows letters until they have arrived; gives the function that stops it. */
export const followLetters = async (app: App): Promise<() => Promise<void>> => {
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    round ??= settleLetters(app)
      .catch((error: unknown) => {
        if (!isAway(error)) console.error("deliveries of forms:", error);
      })
      .finally(() => (round = null));
  }, lookMs);
  return async () => {
    clearInterval(timer);
    await round;
  };
};
