import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed } from "#kernel/errors.ts";
import { wholeWith } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { nextAt, type Recurrence } from "#kernel/next-at.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import {
  memberById,
  membersNamed,
  readCalendar,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { allFacts } from "#server/area.ts";
import { change, note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { allReadyReports } from "#server/facts/ready.ts";
import { figuresNamed } from "#server/facts/figures.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import { actionsFor, asSystem, requireSeen, transition } from "#server/lifecycle.ts";
import { builderAddress } from "../builder/address.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import { savedReport, reportSchedule, reportScheduleReader } from "../reporting.tables.ts";
import { reportScheduleNoun } from "./schedule.noun.ts";
import { sendingsOf } from "./sendings.service.ts";
import {
  scheduleFields,
  wholeSchedule,
  type ScheduleChange,
  type ScheduleInput,
  type ScheduleRecord,
  type WholeSchedule,
} from "./schedule.model.ts";

type Timed = Pick<WholeSchedule, "every" | "weekDay" | "monthDay" | "at">;
type Of = { reportId: string | null; ready: string | null };

const ruleOf = ({ every, weekDay, monthDay, at }: Timed): Recurrence => {
  if (every === "week") return { every, weekDay, at };
  if (every === "month" || every === "month-business-day") return { every, monthDay, at };
  return { every, at };
};

/** When a schedule comes round next after now, by the agency's clock and calendar; null for never. */
export const nextTime = async (tx: Tx, schedule: Timed): Promise<Instant | null> => {
  const [{ timeZone }, calendar, now] = await Promise.all([
    readOrganization(tx),
    readCalendar(tx),
    databaseNow(tx),
  ]);
  return nextAt(ruleOf(schedule), timeZone, instantAt(now), calendar);
};

// A month in which the agency works twice a week has no fifteenth business day.
const requireTime = async (tx: Tx, schedule: Timed): Promise<Instant> => {
  const at = await nextTime(tx, schedule);
  if (at) return at;
  throw invalidField(
    "monthDay",
    "By your agency's calendar no month has so many business days. Choose an earlier one.",
  );
};

/**
 * What a schedule sends: the report as it is now. @throws 422 for a ready report that there is not.
 */
export const reportOf = async (
  db: Db,
  { reportId, ready }: Of,
): Promise<{ name: string; question: ReportQuestion; href: string }> => {
  if (reportId) {
    const { name, question } = await getRow(db, savedReport, reportId, "report");
    return { name, question, href: `/reports/${reportId}` };
  }
  const report = allReadyReports().find((each) => each.id === ready);
  if (!report?.question)
    throw invalid("unknown_ready_report", "There is no ready report of that name.");
  const question = report.question as unknown as ReportQuestion;
  return { name: report.name, question, href: builderAddress(question, report.chart, { ready }) };
};

const requireCondition = (question: ReportQuestion, measure: string | null): void => {
  if (measure && !question.measures.includes(measure))
    throw invalidField("conditionMeasure", "Choose one of the figures of this report.");
};

/**
 * Sets up letters of a report; whoever does is its first reader. @throws 404 for a report that they do
 * not see, 409 for a retired one, 422 where the condition asks a figure that the report has not.
 */
export const makeSchedule = async (tx: Tx, actor: Actor, input: ScheduleInput) => {
  if (input.reportId) {
    await requireSeen(tx, actor, "savedReport", input.reportId);
    // A report that is retired at the same moment waits for this, and ends what came of it.
    const { status } = await lockRow(tx, savedReport, input.reportId, "report");
    if (status === "retired")
      throw conflict("report_retired", "This report is retired. Choose another one.");
  }
  const { question } = await reportOf(tx, input);
  requireCondition(question, input.conditionMeasure);
  const id = newId();
  return create(tx, actor, reportScheduleNoun, {
    number: { kind: "RSC" },
    row: {
      ...input,
      orgId: actor.orgId!,
      id,
      status: reportScheduleNoun.cycle.initial,
      ownerId: actor.personId!,
      nextAt: await requireTime(tx, input),
    },
    store: async () =>
      void (await insertRow(tx, reportScheduleReader, {
        orgId: actor.orgId!,
        scheduleId: id,
        personId: actor.personId!,
        addedBy: actor.personId!,
      })),
  });
};

/** Changes when a letter goes or what decides whether; a paused one stays paused. */
export const changeSchedule = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ScheduleChange,
  version: number | null,
) => {
  await requireSeen(tx, actor, "reportSchedule", id);
  return change(tx, actor, reportScheduleNoun, {
    id,
    version,
    effect: async (row) => {
      const whole = wholeWith(wholeSchedule, scheduleFields, row, input);
      const { question } = await reportOf(tx, row);
      requireCondition(question, whole.conditionMeasure);
      const again = row.status === "active" ? await requireTime(tx, whole) : null;
      return { patch: { ...whole, nextAt: again } };
    },
  });
};

const still = (action: "pause" | "end") => (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, reportScheduleNoun, {
    ...step,
    action,
    effect: async () => ({ patch: { nextAt: null } }),
  });
export const pauseSchedule = still("pause");
export const endSchedule = still("end");

/** Lets a paused schedule go on from now; what it missed meanwhile is not sent. */
export const resumeSchedule = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, reportScheduleNoun, {
    ...step,
    action: "resume",
    effect: async () => {
      const schedule = await getRow(tx, reportSchedule, step.id, "report schedule");
      return { patch: { nextAt: await requireTime(tx, schedule) } };
    },
  });

const mostReaders = 200;

/**
 * Adds a reader. Each gets what they may read, whoever set the letter up. @throws 403 without
 * `report.share` for somebody else, 409 for who reads it already, 422 for who is no member.
 */
export const addReader = async (tx: Tx, actor: Actor, id: string, personId: string) => {
  await requireSeen(tx, actor, "reportSchedule", id);
  const schedule = await lockRow(tx, reportSchedule, id, "report schedule");
  if (schedule.ownerId !== actor.personId)
    throw notAllowed("Only whoever set up this schedule adds readers.", "not_owner");
  if (schedule.status === "ended")
    throw conflict("schedule_ended", "This schedule has ended. Set up another one.");
  if (personId !== actor.personId && !actor.permissions.has("report.share"))
    throw notAllowed(
      "You may send it to yourself. Who may share reports sends them to others.",
      "report_share",
    );
  const who = await memberById(tx, personId);
  if (!who?.active) throw invalidField("personId", "Choose somebody who works here now.");
  const { n, there } = await tx.one<{ n: number; there: boolean }>(sql`
    select count(*)::int as n, coalesce(bool_or(person_id = ${personId}), false) as there
    from report_schedule_reader
    where org_id = ${actor.orgId} and schedule_id = ${id}
  `);
  if (there) throw conflict("reads_already", `${who.name} gets this letter already.`);
  if (n >= mostReaders)
    throw conflict("too_many_readers", `A letter has at most ${mostReaders} readers.`);
  await insertRow(tx, reportScheduleReader, {
    orgId: actor.orgId!,
    scheduleId: id,
    personId,
    addedBy: actor.personId!,
  });
  note(tx, actor, reportScheduleNoun, schedule, { action: "reader", after: { reader: who.name } });
  return { id };
};

/**
 * Takes a reader off: oneself, or whom the owner does not want to write to any more. @throws 403 for
 * somebody else, 404 for who gets no letter.
 */
export const takeReaderOff = async (tx: Tx, actor: Actor, id: string, personId: string) => {
  await requireSeen(tx, actor, "reportSchedule", id);
  const schedule = await lockRow(tx, reportSchedule, id, "report schedule");
  if (personId !== actor.personId && schedule.ownerId !== actor.personId)
    throw notAllowed("Only whoever set up this schedule takes others off.", "not_owner");
  await dropReader(tx, actor, schedule, personId, null);
  return { id };
};

/** Takes a reader off and says so in the history, with the reason where the product does it. */
export const dropReader = async (
  tx: Tx,
  actor: Actor,
  schedule: { id: string; number: string },
  personId: string,
  reason: string | null,
): Promise<string> => {
  const taken = await tx.maybe(sql`
    delete from report_schedule_reader
    where org_id = ${actor.orgId} and schedule_id = ${schedule.id} and person_id = ${personId}
    returning person_id
  `);
  if (!taken) throw conflict("no_reader", "This person gets no letter of this schedule.");
  const { name } = await tx.one<{ name: string }>(sql`
    select display_name as name
    from person
    where id = ${personId}
  `);
  note(tx, actor, reportScheduleNoun, schedule, {
    action: "reader-off",
    before: { reader: name },
    note: reason,
  });
  return name;
};

/**
 * A schedule as its owner and its readers see it: a reader sees their own letters of it, the owner
 * those of all. 404 for anybody else.
 */
export const readSchedule = async (db: Db, actor: Actor, id: string): Promise<ScheduleRecord> => {
  await requireSeen(db, actor, "reportSchedule", id);
  const row = await getRow(db, reportSchedule, id, "report schedule");
  const owns = row.ownerId === actor.personId;
  const report = await reportOf(db, row);
  const [readers, sendings, [owner]] = await Promise.all([
    db.rows<{ personId: string; name: string; addedAt: Instant }>(sql`
      select r.person_id, p.display_name as name, r.added_at
      from report_schedule_reader r
      join person p on p.id = r.person_id
      where r.org_id = ${actor.orgId}
        and r.schedule_id = ${id}
        and (${owns}::boolean or r.person_id = ${actor.personId})
      order by p.display_name, r.person_id
    `),
    sendingsOf(db, id, { actor, question: report.question, owns }),
    membersNamed(db, { ids: [row.ownerId] }),
  ]);
  return {
    ...row,
    conditionValue: String(row.conditionValue),
    owner: owner?.name ?? null,
    report: report.name,
    reportHref: report.href,
    measures: figuresNamed(allFacts(), report.question.measures),
    readers: readers.map((each) => ({ ...each, mine: each.personId === actor.personId })),
    sendings,
    canAddReaders: owns && row.status !== "ended",
    actions: actionsFor(actor, reportScheduleNoun, row),
    canEdit: owns && row.status !== "ended" && actor.permissions.has("report.keep"),
  };
};

/** Ends what is sent of a report that is retired. */
export const endSchedulesOf = async (tx: Tx, actor: Actor, reportId: string): Promise<void> => {
  const left = await tx.rows<{ id: string }>(sql`
    select id
    from report_schedule
    where org_id = ${actor.orgId} and report_id = ${reportId} and status <> 'ended'
    order by id
  `);
  for (const { id } of left)
    await transition(tx, asSystem(actor), reportScheduleNoun, {
      id,
      action: "end",
      version: null,
      reason: "Its report was retired.",
      effect: async () => ({ patch: { nextAt: null } }),
    });
};
