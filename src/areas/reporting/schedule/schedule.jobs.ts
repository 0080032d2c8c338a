import { namesOf } from "#server/restored/clocks.ts";
import { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import {
  administratorsOf,
  memberNow,
  notify,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { agencyGoes } from "#server/agencies/state.ts";
import { sql } from "#server/db/sql.ts";
import { defineJob, enqueue, type JobRun, type Schedule } from "#server/jobs/jobs.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { answerOf } from "../figure/figure.service.ts";
import { savedReportNoun } from "../report/report.noun.ts";
import {
  reportSchedule,
  reportSending,
  reportSendingLetter,
  savedReport,
} from "../reporting.tables.ts";
import { reportLetter } from "./schedule.letter.ts";
import { outcomeOf } from "./schedule.model.ts";
import { reportScheduleNoun } from "./schedule.noun.ts";
import { dropReader, nextTime, reportOf } from "./schedule.service.ts";

type ScheduleOf = typeof reportSchedule.$inferSelect;
type Sending = { id: string; schedule: ScheduleOf };

const left = "They work here no more.";

// Who left gets nothing more, and the owner is told so.
const takeLeaverOff = async (tx: Tx, actor: Actor, schedule: ScheduleOf, personId: string) => {
  const name = await dropReader(tx, actor, schedule, personId, left);
  notify(tx, [schedule.ownerId], {
    kind: "report",
    title: `${name} gets ${schedule.name} no more`,
    body: `${name} works here no more and was taken off the readers of ${schedule.number}.`,
    link: `/reports/schedules/${schedule.id}`,
  });
};

const seesReport = async (tx: Tx, member: Actor, { reportId }: ScheduleOf): Promise<boolean> => {
  if (!reportId) return true;
  const report = await getRow(tx, savedReport, reportId, "report");
  return Boolean(await savedReportNoun.visible!(tx, member, report));
};

/** What the report says to this reader now; the reason where it has no answer. */
const answered = async (tx: Tx, member: Actor, schedule: ScheduleOf) => {
  const { question, href } = await reportOf(tx, schedule);
  try {
    return { answer: await answerOf(tx, member, question), href, why: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    return { answer: null, href, why: error.message };
  }
};

/**
 * Writes one reader's letter of a sending, anew and with their rights, or why they get none; once,
 * however often it is tried.
 */
const writeTo = async (tx: Tx, actor: Actor, { id, schedule }: Sending, personId: string) => {
  // Another instance that writes the same sending waits here, and finds the letter written.
  await lockRow(tx, reportSending, id, "sending");
  const { gets, written } = await tx.one<{ gets: boolean; written: boolean }>(sql`
    select
      exists(
        select 1
        from report_schedule_reader r
        join report_schedule s on s.org_id = r.org_id and s.id = r.schedule_id
        where r.org_id = ${actor.orgId}
          and r.schedule_id = ${schedule.id}
          and r.person_id = ${personId}
          and s.status = 'active'
      ) as gets,
      exists(
        select 1
        from report_sending_letter
        where org_id = ${actor.orgId} and sending_id = ${id} and person_id = ${personId}
      ) as written
  `);
  // Taken off, paused or ended meanwhile; or written by whoever tried before.
  if (!gets || written) return;
  const member = await memberNow(tx, personId);
  if (!member) return takeLeaverOff(tx, actor, schedule, personId);
  const { answer, href, why } = await answered(tx, member, schedule);
  const outcome = answer
    ? outcomeOf({
        visible: await seesReport(tx, member, schedule),
        condition: schedule.conditionMeasure
          ? {
              measure: schedule.conditionMeasure,
              is: schedule.conditionIs,
              value: Number(schedule.conditionValue),
            }
          : null,
        answer,
      })
    : "unanswered";
  const mailId =
    answer && outcome === "sent"
      ? await queueMail(tx, {
          ...reportLetter({ name: schedule.name, answer, path: href }),
          to: member.email!,
          orgId: actor.orgId,
        })
      : null;
  await insertRow(tx, reportSendingLetter, {
    orgId: actor.orgId!,
    sendingId: id,
    personId,
    outcome,
    judgedBy: outcome === "sent" || outcome === "condition" ? schedule.conditionMeasure : null,
    detail: why,
    mailId,
  });
};

/** Writes what is left of a sending, a transaction for each reader. */
export const writeLetters = async (
  app: Pick<App, "database">,
  actor: Actor,
  sendingId: string,
  progress: JobRun<unknown>["progress"] = async () => {},
): Promise<number> => {
  const { timeZone } = await readOrganization(app.database.read(actor));
  const by: Actor = { ...asSystem(actor), timeZone };
  const db = app.database.read(by);
  const sending = await getRow(db, reportSending, sendingId, "sending");
  const schedule = await getRow(db, reportSchedule, sending.scheduleId, "report schedule");
  const readers = await db.rows<{ personId: string }>(sql`
    select person_id
    from report_schedule_reader
    where org_id = ${by.orgId} and schedule_id = ${schedule.id}
    order by added_at, person_id
  `);
  for (const [done, { personId }] of readers.entries()) {
    await progress(done, readers.length);
    await app.database.transaction(by, (tx) =>
      writeTo(tx, by, { id: sendingId, schedule }, personId),
    );
  }
  await app.database.transaction(by, async (tx) => {
    await tx.rows(sql`
      update report_sending
      set ended_at = clock_timestamp()
      where org_id = ${by.orgId} and id = ${sendingId}
    `);
  });
  return readers.length;
};

/** Writes the letters of one sending; taken up again where an instance died. */
export const reportMailJob = defineJob({
  kind: "report.mail",
  payload: z.object({ sendingId: z.uuid(), scheduleId: z.uuid() }),
  run: async ({ app, actor, payload: { sendingId, scheduleId }, progress }) => ({
    result: { readers: await writeLetters(app, actor, sendingId, progress) },
    resultPath: `/reports/schedules/${scheduleId}`,
  }),
});

type Due = { orgId: string; id: string };

const dueNow = (app: Pick<App, "database">): Promise<Due[]> =>
  identityDb(app.database).rows<Due>(sql`
    select org_id, id
    from report_schedule
    where next_at <= clock_timestamp() and ${agencyGoes(sql`report_schedule.org_id`)}
    order by next_at, id
  `);

// Whoever moves its time on writes the letters; another instance finds nothing due.
const take = (tx: Tx, { orgId, id }: Due) =>
  tx.maybe<ScheduleOf>(sql`
    select *
    from report_schedule
    where org_id = ${orgId} and id = ${id} and next_at <= clock_timestamp()
    for update skip locked
  `);

// Nobody sends it any more: it waits for whoever takes it over, and administrators are told.
const rest = async (tx: Tx, actor: Actor, schedule: ScheduleOf, reason: string): Promise<void> => {
  await transition(tx, actor, reportScheduleNoun, {
    id: schedule.id,
    action: "pause",
    version: null,
    reason,
    effect: async () => ({ patch: { nextAt: null } }),
  });
  notify(tx, await administratorsOf(tx), {
    kind: "report",
    title: `The report by mail ${schedule.name} rests`,
    body: `${reason} Its readers get no letters until it goes on.`,
    link: "/reports?tab=schedules",
  });
};

const begin = (app: Pick<App, "database">, due: Due, send: boolean) => {
  const actor = systemActor(due.orgId, undefined, "Reports by mail");
  return app.database.transaction(actor, async (tx) => {
    const schedule = await take(tx, due);
    if (!schedule) return;
    if (!(await memberNow(tx, schedule.ownerId)))
      return rest(tx, actor, schedule, "Whoever set it up works here no more.");
    const nextAt = await nextTime(tx, schedule);
    if (!nextAt)
      return rest(
        tx,
        actor,
        schedule,
        "By the agency's calendar no month has so many business days.",
      );
    const lastAt: Instant = schedule.nextAt!;
    await updateRow(tx, reportSchedule, due.id, { nextAt, ...(send && { lastAt }) });
    if (!send) return;
    const sendingId = newId();
    await insertRow(tx, reportSending, {
      orgId: due.orgId,
      id: sendingId,
      scheduleId: due.id,
      dueAt: lastAt,
    });
    await enqueue(tx, actor, reportMailJob, { sendingId, scheduleId: due.id }, schedule.name);
  });
};

// One that fails holds up no other: it is tried again in a minute.
const beginEach = async (app: Pick<App, "database">, send: boolean): Promise<void> => {
  for (const due of await dueNow(app))
    await begin(app, due, send).catch((error: unknown) =>
      console.error(`report by mail ${due.id}:`, error),
    );
};

/** Begins the letters whose hour has come; what was missed goes once. */
export const beginDueLetters = (app: Pick<App, "database">): Promise<void> => beginEach(app, true);

// Moves the time of what is due on, and sends nothing.
const passDueLetters = (app: Pick<App, "database">): Promise<void> => beginEach(app, false);

/** Every minute. */
export const reportMailClock: Schedule = {
  name: "reports-by-mail",
  cron: "* * * * *",
  afterRestore: {
    kind: "reports",
    due: `
      select
        count(distinct s.id)::int as due, count(distinct r.person_id)::int as people,
        min(s.next_at) as since, ${namesOf("s.org_id", "s.number || ': ' || s.name")}
      from report_schedule s
      left join report_schedule_reader r on r.org_id = s.org_id and r.schedule_id = s.id
      where s.next_at <= clock_timestamp()
    `,
    drop: passDueLetters,
  },
  run: beginDueLetters,
};
