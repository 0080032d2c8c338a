import type { Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { enqueue, type JobDefinition } from "#server/jobs/jobs.ts";
import { transition } from "#server/lifecycle.ts";
import { notify, peopleWhoMay, readOrganization } from "#areas/organization/organization.server.ts";
import { troubleOf } from "../merge/merge.model.ts";
import type { NoticeInput } from "./notice.model.ts";
import { noticeNoun, type NoticeRecord } from "./notice.noun.ts";
import { keepRecipients, vendorQuery } from "./recipients.service.ts";

/** Fields that the text of a notice may name. */
export const noticeFields = [
  { name: "name", label: "Name of whoever reads it" },
  { name: "agency.name", label: "Name of the agency" },
  { name: "agency.address", label: "Address of the agency" },
  { name: "today", label: "Day on which it goes out" },
] as const;
const known = new Set<string>(noticeFields.map(({ name }) => name));

/** 422 for an unknown merge field, a filter that the directory does not know, a topic of nobody. */
const requireGood = async (tx: Tx, { subject, body, audience, ...input }: NoticeInput) => {
  const wrong = [
    ...troubleOf(subject, known).map(({ sentence }) => ({ path: "subject", message: sentence })),
    ...troubleOf(body, known).map(({ line, sentence }) => ({
      path: "body",
      message: `Line ${line}: ${sentence}`,
    })),
  ];
  if (wrong.length > 0) throw invalid("merge_field", wrong[0]!.message, wrong);
  if (input.eventAt && !input.eventMinutes)
    throw invalidField("eventMinutes", "Say how long it takes.");
  if (audience.kind === "vendors") vendorQuery(audience.query);
  if (audience.kind !== "public") return;
  if (input.acknowledgeDays)
    throw invalidField("acknowledgeDays", "Nobody of the public is asked to acknowledge a notice.");
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n
    from notice_topic
    where org_id = ${tx.scope.orgId} and active and id = any(${audience.topicIds}::uuid[])
  `);
  if (n !== new Set(audience.topicIds).size)
    throw invalidField("audience.topicIds", "One of these topics is no longer in use.");
};

const rowOf = (input: NoticeInput) => ({
  ...input,
  eventAt: input.eventAt ?? null,
  eventMinutes: input.eventAt ? (input.eventMinutes ?? null) : null,
  acknowledgeDays: input.acknowledgeDays ?? null,
});

/** A draft of a notice. */
export const draftNotice = async (
  tx: Tx,
  actor: Actor,
  input: NoticeInput,
): Promise<NoticeRecord> => {
  await requireGood(tx, input);
  const made = (await create(tx, actor, noticeNoun, {
    number: { kind: "NTC" },
    row: {
      orgId: tx.scope.orgId!,
      id: newId(),
      status: "draft",
      ...rowOf(input),
      writtenBy: actor.personId,
      writerName: actor.name,
    },
  })) as NoticeRecord;
  await tellApprovers(tx, made);
  return made;
};

/** Whoever may approve hears once that a notice waits; never its writer. */
const tellApprovers = async (tx: Tx, notice: NoticeRecord): Promise<void> => {
  const people = await peopleWhoMay(tx, "notice.approve");
  notify(
    tx,
    people.filter((id) => id !== notice.writtenBy),
    {
      kind: "notice",
      title: `${notice.number} waits for approval`,
      body: notice.subject,
      link: `/communications/${notice.id}`,
    },
  );
};

/** Changes a draft; who changes it is its writer from then on. 409 for anything but a draft. */
export const changeNotice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: NoticeInput,
  version: number | null,
): Promise<NoticeRecord> => {
  return change(tx, actor, noticeNoun, {
    id,
    version,
    action: "change",
    effect: async () => {
      await requireGood(tx, input);
      const patch = { ...rowOf(input), writtenBy: actor.personId, writerName: actor.name };
      return { patch };
    },
  });
};

type Step = {
  id: string;
  reason?: string | null;
  version: number | null;
  sendAt?: string | null;
};

const aheadOf = async (tx: Tx, sendAt: string | null | undefined, now: Date): Promise<string> => {
  if (!sendAt) throw invalidField("sendAt", "Say when it goes out.");
  const at = instantIn(sendAt, (await readOrganization(tx)).timeZone);
  if (!(at > now.getTime()))
    throw invalidField("sendAt", "This moment has passed. Choose a later one, or send it now.");
  return new Date(at).toISOString();
};

const dayAfter = (day: string, days: number): string => addDays(day, days);

/** What its beginning writes down: everybody it goes to, and by when they acknowledge it. */
const begun = async (tx: Tx, actor: Actor, notice: NoticeRecord) => {
  const addresses = await keepRecipients(tx, actor, notice.id, notice.audience);
  if (addresses === 0)
    throw conflict("nobody", "Nobody of this audience has an address. Choose another audience.");
  const days = notice.acknowledgeDays;
  const today = businessDate(tx.scope, (await readOrganization(tx)).timeZone);
  return {
    patch: {
      beganAt: businessNow(tx.scope).toISOString(),
      acknowledgeBy: days === null ? null : dayAfter(today, days),
    },
    note: `To ${addresses} addresses`,
  };
};

/** A step of a notice; sending goes on in the job `sending`, or with whoever gives null. */
export const moveNotice = async (
  tx: Tx,
  actor: Actor,
  action: "approve" | "reopen" | "schedule" | "send" | "begin" | "finish" | "cancel",
  { id, reason = null, version, sendAt }: Step,
  sending: JobDefinition<{ noticeId: string }> | null,
): Promise<NoticeRecord> => {
  const now = businessNow(tx.scope);
  const begins = action === "send" || action === "begin";
  const after = (await transition(tx, actor, noticeNoun, {
    id,
    action,
    reason,
    version,
    effect: async (notice) => {
      if (begins) return begun(tx, actor, notice);
      if (action === "approve")
        return {
          patch: {
            approvedBy: actor.personId,
            approverName: actor.name,
            approvedAt: now.toISOString(),
          },
        };
      if (action === "reopen")
        return { patch: { approvedBy: null, approverName: null, approvedAt: null, sendAt: null } };
      if (action === "schedule") return { patch: { sendAt: await aheadOf(tx, sendAt, now) } };
      if (action === "finish") return { patch: { sentAt: now.toISOString() } };
      return { patch: { statusReason: reason } };
    },
  })) as NoticeRecord;
  if (begins && sending)
    await enqueue(
      tx,
      actor,
      sending,
      { noticeId: id },
      `Notice ${after.number}: ${after.subject}`,
      `/communications/${id}`,
    );
  return after;
};
