import { namesOf } from "#server/restored/clocks.ts";
import { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { agencyGoes } from "#server/agencies/state.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { columnOf, sql } from "#server/db/sql.ts";
import { Cancelled, defineJob, enqueue, type Schedule } from "#server/jobs/jobs.ts";
import { asSystem } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { massNotice } from "../communications.tables.ts";
import { asParagraphs } from "../merge/markdown.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { noticeLetter } from "./notice.letters.ts";
import type { NoticeRecord } from "./notice.noun.ts";
import { moveNotice } from "./notice.service.ts";
import { reachOf } from "./recipients.service.ts";

/** So many letters one transaction writes into the outbox. */
const ofOneRound = 200;

type Recipient = {
  id: string;
  name: string;
  email: string;
  personId: string | null;
  subscriberId: string | null;
};
type Agency = { name: string; address: string };

const nextRecipients = (tx: Tx, noticeId: string) =>
  tx.rows<Recipient>(sql`
    select id, name, email, person_id, subscriber_id
    from notice_recipient
    where org_id = ${tx.scope.orgId}
      and notice_id = ${noticeId}
      and queued_at is null
      and email is not null
    order by id
    limit ${ofOneRound}
  `);

/** Path of the page that asks a recipient to acknowledge a notice. */
export const acknowledgePath = (orgId: string, recipientId: string): string =>
  `/api/v1/public/notices/${tokenOf("notice-acknowledge", { orgId, id: recipientId })}`;

/** Path that ends somebody's subscription. */
const endPath = (orgId: string, subscriberId: string): string =>
  `/api/v1/public/notice-subscriptions/${tokenOf("notice-subscription", { orgId, id: subscriberId })}/end`;

const letterTo = (notice: NoticeRecord, agency: Agency, to: Recipient, today: Day) => {
  const values = new Map([
    ["name", to.name],
    ["agency.name", agency.name],
    ["agency.address", agency.address],
    ["today", formatDate(today)],
  ]);
  const by = notice.acknowledgeBy;
  return noticeLetter({
    number: notice.number,
    subject: merged(notice.subject, values),
    paragraphs: asParagraphs(merged(notice.body, values, plainInMarkdown)),
    acknowledge: by === null ? null : { path: acknowledgePath(notice.orgId, to.id), by },
    end: to.subscriberId === null ? null : endPath(notice.orgId, to.subscriberId),
  });
};

// The same `uid` for everybody: whoever gets it twice has it once in the calendar.
const invitationTo = (notice: NoticeRecord) =>
  notice.eventAt === null
    ? null
    : {
        uid: `notice-${notice.id}`,
        sequence: 0,
        at: notice.eventAt,
        minutes: notice.eventMinutes ?? 60,
        title: notice.subject,
        description: notice.number,
        place: notice.eventPlace,
        url: "/citizen-portal#notices",
        cancelled: false,
      };

const noteQueued = (tx: Tx, to: readonly Recipient[], mailIds: readonly string[]) =>
  tx.rows(sql`
    update notice_recipient r
    set mail_id = q.mail_id, queued_at = clock_timestamp()
    from unnest(${columnOf(to.map(({ id }) => id))}::uuid[], ${columnOf(mailIds)}::uuid[]) q(
      id, mail_id
    )
    where r.org_id = ${tx.scope.orgId} and r.id = q.id
  `);

/**
 * Writes the next letters of a notice into the outbox, and who got one beside them, in one
 * transaction: a kill leaves each letter once. False when nothing is left, or when the notice no
 * longer goes out.
 */
export const sendSome = async (tx: Tx, actor: Actor, noticeId: string): Promise<boolean> => {
  const notice = (await lockRow(tx, massNotice, noticeId, "notice")) as NoticeRecord;
  if (notice.status !== "sending") return false;
  const [to, agency] = await Promise.all([nextRecipients(tx, noticeId), readOrganization(tx)]);
  if (to.length === 0) return false;
  const today = businessDate(tx.scope, agency.timeZone);
  const house = { name: agency.name, address: agency.address ?? "" };
  const mailIds = await Promise.all(
    to.map((one) =>
      queueMail(tx, {
        ...letterTo(notice, house, one, today),
        to: one.email,
        orgId: notice.orgId,
        replyTo: { personId: notice.writtenBy },
        invitation: invitationTo(notice),
        bulk: true,
      }),
    ),
  );
  await noteQueued(tx, to, mailIds);
  notify(
    tx,
    to.flatMap(({ personId }) => personId ?? []),
    {
      kind: "notice",
      title: notice.subject,
      body: notice.acknowledgeBy
        ? `Confirm by ${formatDate(notice.acknowledgeBy)} that you read it.`
        : notice.number,
      link: "/communications?tab=mine",
      copy: false,
    },
  );
  return to.length === ofOneRound;
};

const countsOf = (app: App, actor: Actor, noticeId: string) =>
  app.database.read(actor).one<{ done: number; total: number }>(sql`
    select count(queued_at)::int as done, count(email)::int as total
    from notice_recipient
    where org_id = ${actor.orgId} and notice_id = ${noticeId}
  `);

const end = async (tx: Tx, actor: Actor, noticeId: string, action: "finish" | "cancel") => {
  const { status } = await lockRow(tx, massNotice, noticeId, "notice");
  if (status !== "sending") return;
  const reason = action === "cancel" ? "The sending was stopped in the list of jobs." : null;
  const step = { id: noticeId, reason, version: null };
  await moveNotice(tx, asSystem(actor), action, step, sendingJob);
};

/** Sends a notice; begun anew after a restart, it goes on with whoever has no letter yet. */
export const sendingJob = defineJob({
  kind: "notice.send",
  lane: "long",
  payload: z.object({ noticeId: z.uuid() }),
  run: async ({ app, actor, payload: { noticeId }, progress }) => {
    try {
      for (;;) {
        const more = await app.database.transaction(actor, (tx) => sendSome(tx, actor, noticeId));
        const { done, total } = await countsOf(app, actor, noticeId);
        if (!more) break;
        kickMail(app);
        await progress(done, total, "Writing letters");
      }
    } catch (error) {
      if (error instanceof Cancelled)
        await app.database.transaction(actor, (tx) => end(tx, actor, noticeId, "cancel"));
      throw error;
    }
    await app.database.transaction(actor, (tx) => end(tx, actor, noticeId, "finish"));
    kickMail(app);
    const { done } = await countsOf(app, actor, noticeId);
    return { result: { letters: done }, resultPath: `/communications/${noticeId}` };
  },
  dropped: (tx, { noticeId }) => end(tx, systemActor(tx.scope.orgId), noticeId, "cancel"),
});

/** Notices whose moment has come, or that were being sent, in every agency. */
const goingOut = (app: Pick<App, "database">) =>
  identityDb(app.database).rows<{ orgId: string; id: string; status: string }>(sql`
    select org_id, id, status
    from mass_notice
    where status = 'sending' or (status = 'scheduled' and send_at <= clock_timestamp())
  `);

/** Recipients are written down when a notice begins to go out: of one that has not, they are counted. */
const unwritten = async (app: App): Promise<number> => {
  let people = 0;
  for (const { orgId, id, status } of await goingOut(app)) {
    if (status !== "scheduled") continue;
    const actor = systemActor(orgId, undefined, "Restore");
    const db = app.database.read(actor);
    const { audience } = (await getRow(db, massNotice, id, "notice")) as NoticeRecord;
    people += (await reachOf(db, actor, audience)).addresses;
  }
  return people;
};

/** Nobody gets a notice that had gone out before a restore a second time. */
const cancelWaiting = async (app: App): Promise<void> => {
  for (const { orgId, id } of await goingOut(app)) {
    const actor = systemActor(orgId, undefined, "Restore");
    const reason = "It had gone out before the restore. Nobody gets it a second time.";
    await app.database.transaction(actor, (tx) =>
      moveNotice(tx, asSystem(actor), "cancel", { id, reason, version: null }, null),
    );
  }
};

/** A notice that was being sent at the backup goes on with whoever has no letter yet. */
const sendOn = async (app: App): Promise<void> => {
  for (const { orgId, id, status } of await goingOut(app)) {
    if (status !== "sending") continue;
    const actor = systemActor(orgId, undefined, "Restore");
    await app.database.transaction(actor, (tx) =>
      enqueue(
        tx,
        actor,
        sendingJob,
        { noticeId: id },
        "The rest of a notice",
        `/communications/${id}`,
      ),
    );
  }
};

/** Begins notices whose moment has come, in every agency; several instances begin each once. */
export const scheduledNotices: Schedule = {
  name: "scheduled-notices",
  cron: "* * * * *",
  afterRestore: {
    kind: "notices",
    due: `
      select
        count(distinct n.id)::int as due,
        count(r.id) filter (where r.queued_at is null and r.email is not null)::int as people,
        min(n.send_at) as since, ${namesOf("n.org_id", "n.number || ': ' || n.subject")}
      from mass_notice n
      left join notice_recipient r on r.org_id = n.org_id and r.notice_id = n.id
      where n.status = 'sending' or (n.status = 'scheduled' and n.send_at <= clock_timestamp())
    `,
    reach: unwritten,
    drop: cancelWaiting,
    release: sendOn,
  },
  run: async (app) => {
    const due = await identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
      select org_id, id
      from mass_notice
      where status = 'scheduled'
        and send_at <= clock_timestamp()
        and ${agencyGoes(sql`mass_notice.org_id`)}
      order by send_at
      limit 200
    `);
    for (const { orgId, id } of due) {
      const actor = systemActor(orgId, undefined, "Scheduled notices");
      await app.database
        .transaction(actor, (tx) =>
          moveNotice(tx, actor, "begin", { id, version: null }, sendingJob),
        )
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
    }
  },
};
