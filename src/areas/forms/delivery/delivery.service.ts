import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { stopLetter } from "#server/mail/letter-fate.ts";
import { queueMail } from "#server/mail/mail.ts";
import { sendMessageAgain, stopMessage } from "#server/webhooks/delivery.service.ts";
import { endpointAt, queueWebhook } from "#server/webhooks/queue.ts";
import { memberById } from "#areas/organization/organization.server.ts";
import type { FormRecord } from "../filling/sheet.service.ts";
import { formSubmission } from "../forms.tables.ts";
import { formOf } from "../submission/form-of.service.ts";
import { thinBody } from "../submission/events.service.ts";
import type { SubmissionRecord } from "../submission/submission.noun.ts";
import { deliveryLetter } from "./delivery.letter.ts";
import { formDelivery, formDeliveryTry } from "./delivery.tables.ts";
import { toFiller } from "./destination.labels.ts";
import { submissionPaper } from "./paper.service.ts";
import { settle } from "./settle.service.ts";

export type DeliveryRecord = typeof formDelivery.$inferSelect;

/** Writes a try down as begun: what is on its way now, and who asked for it. */
export const beginTry = async (
  tx: Tx,
  delivery: Pick<DeliveryRecord, "id">,
  by: { personName: string; mailId?: string; messageId?: string; batchId?: string },
): Promise<void> => {
  const { attempts } = await tx.one<{ attempts: number }>(sql`
    update form_delivery
    set
      attempts = attempts + 1, status = ${by.batchId ? "sending" : "queued"}, reason = null,
      ended_at = null, mail_id = coalesce(${by.mailId ?? null}::uuid, mail_id),
      message_id = coalesce(${by.messageId ?? null}::uuid, message_id),
      batch_id = coalesce(${by.batchId ?? null}::uuid, batch_id), version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${delivery.id}
    returning attempts
  `);
  await insertRow(tx, formDeliveryTry, {
    orgId: tx.scope.orgId!,
    id: newId(),
    deliveryId: delivery.id,
    number: attempts,
    ...by,
  });
  announce(tx, tx.scope.orgId!, "formDelivery.change", delivery.id);
};

const addressOf = async (tx: Tx, to: string, submission: SubmissionRecord): Promise<string> => {
  if (to !== toFiller) return to;
  if (submission.fillerEmail) return submission.fillerEmail;
  return submission.audience === "staff" && submission.filledBy
    ? (await memberById(tx, submission.filledBy)).email
    : "";
};

const unsent = (reason: string) => ({ status: "failed", reason, outcome: reason }) as const;

const sendMail = async (
  tx: Tx,
  actor: Actor,
  delivery: DeliveryRecord,
  submission: SubmissionRecord,
  form: FormRecord,
): Promise<void> => {
  const to = await addressOf(tx, delivery.sentTo, submission);
  if (to === "") {
    await beginTry(tx, delivery, { personName: actor.name });
    return settle(tx, actor, delivery.id, unsent("Whoever filled it in gave no email address."));
  }
  const mailId = await queueMail(tx, {
    ...deliveryLetter({
      number: submission.number,
      form: form.name,
      filler: submission.fillerName,
      ownCopy: delivery.sentTo === toFiller,
    }),
    orgId: submission.orgId,
    to,
    replyTo: submission.decidedBy ? { personId: submission.decidedBy } : null,
    papers: [{ maker: submissionPaper, of: submission.id, name: `${submission.number}.pdf` }],
  });
  await beginTry(tx, delivery, { personName: actor.name, mailId });
};

const sendWebhook = async (
  tx: Tx,
  actor: Actor,
  delivery: DeliveryRecord,
  submission: SubmissionRecord,
): Promise<void> => {
  const endpoint = await endpointAt(tx, delivery.sentTo);
  const queued =
    endpoint &&
    (await queueWebhook(tx, {
      topic: "formSubmission.approved",
      objectType: "formSubmission",
      objectId: submission.id,
      data: thinBody(submission),
      endpointId: endpoint.id,
    }));
  await beginTry(tx, delivery, {
    personName: actor.name,
    ...(queued && { messageId: queued.messageId }),
  });
  if (!queued)
    await settle(tx, actor, delivery.id, unsent("No active webhook endpoint has this address."));
};

const send = async (
  tx: Tx,
  actor: Actor,
  delivery: DeliveryRecord,
  submission: SubmissionRecord,
  form: FormRecord,
): Promise<void> => {
  if (delivery.kind === "mail") await sendMail(tx, actor, delivery, submission, form);
  else if (delivery.kind === "webhook") await sendWebhook(tx, actor, delivery, submission);
  // Printouts and downloads wait for a person.
};

type New = Pick<DeliveryRecord, "submissionId" | "destination" | "kind" | "sentTo"> & {
  replayOf?: string;
};
const put = (tx: Tx, delivery: New): Promise<DeliveryRecord> =>
  insertRow(tx, formDelivery, { ...delivery, orgId: tx.scope.orgId!, id: newId() });

/** Puts an approved submission on its way to every destination of its form. */
export const beginDeliveries = async (
  tx: Tx,
  actor: Actor,
  submission: SubmissionRecord,
  form: FormRecord,
): Promise<void> => {
  for (const [at, { kind, to }] of form.destinations.entries()) {
    const delivery = await put(tx, {
      submissionId: submission.id,
      destination: at,
      kind,
      sentTo: to,
    });
    await send(tx, actor, delivery, submission, form);
  }
};

const noted = (
  tx: Tx,
  actor: Actor,
  action: string,
  { submissionId, id, kind, sentTo }: DeliveryRecord,
  submission: SubmissionRecord,
  why: string | null = null,
): void => {
  note(tx, actor, "formSubmission", submissionId, {
    number: submission.number,
    action,
    after: { delivery: id, kind, sentTo },
    note: why,
    event: null,
  });
  announce(tx, tx.scope.orgId!, "formDelivery.change", id);
};

const about = async (db: Db, delivery: DeliveryRecord) => {
  const submission = (await getRow(
    db,
    formSubmission,
    delivery.submissionId,
    "submission",
  )) as SubmissionRecord;
  return { submission, form: await formOf(db, submission) };
};

const requeue = (tx: Tx, { id }: DeliveryRecord) =>
  tx.rows(sql`
    update form_delivery
    set status = 'queued', reason = null, ended_at = null, version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);

const onWay = (status: string) => status === "queued" || status === "sending";

/**
 * Sends again: what failed, was cancelled or is retrying goes on as it is; what arrived becomes a
 * delivery of its own beside the first. 409 for what is on its way.
 */
export const sendAgain = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const { kind, messageId } = await getRow(tx, formDelivery, id, "delivery");
  // The message before what waits for it, as its sender locks them; under the same webhook-id.
  const sent = kind === "webhook" && messageId !== null;
  if (sent) await sendMessageAgain(tx, actor, messageId);
  const delivery = await lockRow(tx, formDelivery, id, "delivery");
  if (onWay(delivery.status) && !sent) throw conflict("under_way", "It is on its way already.");
  if (delivery.status === "retrying" && delivery.mailId)
    await stopLetter(tx, delivery.mailId, `${actor.name} sent it anew.`);
  const { submission, form } = await about(tx, delivery);
  const { submissionId, destination, sentTo } = delivery;
  const next =
    delivery.status === "delivered"
      ? await put(tx, { submissionId, destination, kind, sentTo, replayOf: id })
      : delivery;
  if (sent) await beginTry(tx, next, { personName: actor.name, messageId });
  else if (kind === "print" || kind === "download") await requeue(tx, next);
  else await send(tx, actor, next, submission, form);
  noted(tx, actor, "deliverAgain", next, submission);
};

/** Stops what is on its way, with a reason. 409 where it went out meanwhile or has ended. */
export const cancelDelivery = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> => {
  const { messageId, endedAt } = await getRow(tx, formDelivery, id, "delivery");
  if (endedAt !== null) throw conflict("ended", "It has ended already.");
  if (messageId) await stopMessage(tx, actor, messageId, reason);
  const delivery = await lockRow(tx, formDelivery, id, "delivery");
  if (delivery.kind === "print" && delivery.status === "sending")
    throw conflict("printing", "It is being printed.");
  if (delivery.mailId && !(await stopLetter(tx, delivery.mailId, reason)))
    throw conflict("sent_meanwhile", "The letter went out meanwhile.");
  await settle(tx, actor, id, { status: "cancelled", reason, outcome: `Cancelled: ${reason}` });
  noted(tx, actor, "cancelDelivery", delivery, (await about(tx, delivery)).submission, reason);
};

/** Does something to each of many, each for itself: what is refused leaves the others done. */
export const eachOf = async (
  app: { transaction: <T>(scope: Actor, work: (tx: Tx) => Promise<T>) => Promise<T> },
  actor: Actor,
  ids: readonly string[],
  work: (tx: Tx, id: string) => Promise<void>,
): Promise<{ done: number; refused: { id: string; reason: string }[] }> => {
  const refused: { id: string; reason: string }[] = [];
  for (const id of new Set(ids))
    try {
      await app.transaction(actor, (tx) => work(tx, id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, reason: error.message });
    }
  return { done: new Set(ids).size - refused.length, refused };
};
