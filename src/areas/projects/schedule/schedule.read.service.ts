import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { costCodesOf } from "#areas/budget/budget.server.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { calendarRows } from "./calendar.service.ts";
import { agencyHours } from "./hours.model.ts";
import { healthOf } from "./health.model.ts";
import { momentOf, type Moment } from "./moment.model.ts";
import { moneyOf } from "./money.service.ts";
import { calendarsOf, loadNetwork, shownDays, type Stored } from "./network.service.ts";
import type { TaskStored } from "./rows.model.ts";
import type { BaselineStatus, UpdateSource } from "./schedule.labels.ts";
import type { ScheduleDetail, ScheduleInput, ScheduleTask } from "./schedule.model.ts";
import { baselineNoun, type BaselineStored, type ScheduleStored } from "./schedule.noun.ts";
import { schedule } from "./schedule.tables.ts";
import { minuteOf } from "./worktime.model.ts";

const former = "A former member";
type Named = (id: string | null) => string;

const said = (at: number | null): Moment | null => (at === null ? null : momentOf(at));

const taskAnswer = (
  row: TaskStored,
  costs: Stored["plan"]["tasks"][number]["costs"],
  { named, codeOf }: { named: Named; codeOf: (id: string) => string },
): ScheduleTask => ({
  id: row.id,
  code: row.code,
  name: row.name,
  kind: row.kind,
  parentId: row.parentId,
  level: row.level,
  calendarId: row.calendarId,
  durationMinutes: row.duration,
  remainingMinutes: row.remaining,
  percent: row.percent,
  start: momentOf(row.start),
  finish: momentOf(row.finish),
  lateStart: momentOf(row.lateStart),
  lateFinish: momentOf(row.lateFinish),
  totalFloatMinutes: row.totalFloat,
  freeFloatMinutes: row.freeFloat,
  critical: row.critical,
  longestPath: row.longest,
  driver: {
    by: row.driver?.by ?? "actual",
    taskId: row.driver?.by === "link" ? row.driver.taskId : null,
    linkId: row.driver?.by === "link" ? row.driver.linkId : null,
  },
  constraint:
    row.constraintKind === null
      ? null
      : { kind: row.constraintKind, at: momentOf(row.constraintAt!) },
  deadline: said(row.deadlineAt),
  actualStart: said(row.actualStart),
  actualFinish: said(row.actualFinish),
  baselineStart: said(row.baseStart),
  baselineFinish: said(row.baseFinish),
  slipDays: row.slipDays,
  crew: row.crew,
  ownerId: row.ownerId,
  owner: row.ownerId && named(row.ownerId),
  costs: costs.map(({ codeId, cents }) => ({ codeId, code: codeOf(codeId), cents })),
});

type UpdateRow = {
  id: string;
  number: number;
  dataDate: Day;
  finish: number;
  narrative: string;
  source: UpdateSource;
  personId: string | null;
  createdAt: Instant;
};
type BaselineRow = Omit<BaselineStored, "snapshot">;

const updatesOf = (db: Db, scheduleId: string): Promise<UpdateRow[]> =>
  db.rows<UpdateRow>(sql`
    select id, number, data_date, finish, narrative, source, person_id, created_at
    from schedule_update
    where org_id = ${db.scope.orgId} and schedule_id = ${scheduleId}
    order by number desc
    limit 200
  `);

const baselinesOf = (db: Db, scheduleId: string): Promise<BaselineRow[]> =>
  db.rows<BaselineRow>(sql`
    select
      org_id, id, number, status, schedule_id, baseline_no, note, finish, proposed_by, decided_by,
      decided_on, status_reason, version, created_at, updated_at
    from schedule_baseline
    where org_id = ${db.scope.orgId}
      and schedule_id = ${scheduleId}
      and status in ('proposed', 'approved')
    order by baseline_no desc
    limit 20
  `);

const baselineAnswer = (row: BaselineRow | undefined, named: Named): ScheduleDetail["baseline"] =>
  row
    ? {
        id: row.id,
        number: row.baselineNo,
        approvedOn: row.decidedOn!,
        approvedBy: named(row.decidedBy),
        finish: momentOf(row.finish),
      }
    : null;

const proposedAnswer = async (
  db: Db,
  actor: Actor,
  row: BaselineRow | undefined,
  named: Named,
): Promise<ScheduleDetail["proposedBaseline"]> => {
  if (!row) return null;
  const actions = await actionsAsked(db, actor, baselineNoun, {
    ...row,
    status: row.status as BaselineStatus,
    snapshot: {} as BaselineStored["snapshot"],
  });
  return {
    id: row.id,
    number: row.baselineNo,
    proposedBy: named(row.proposedBy),
    on: dayIn(db.scope, row.createdAt),
    note: row.note,
    finish: momentOf(row.finish),
    mayApprove: actions.some(({ name, enabled }) => name === "approve" && enabled),
    version: row.version,
    actions,
  };
};

const namesOf = async (db: Db, ids: readonly (string | null)[]): Promise<Named> => {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  const people = asked.length ? await membersNamed(db, { ids: asked }) : [];
  const byId = new Map(people.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? "" : (byId.get(id) ?? former));
};

const ended: ReadonlySet<string> = new Set(["closed", "cancelled"]);
const rights = (actor: Actor, p: ProjectStored) => ({
  canEdit: !ended.has(p.status) && actor.permissions.has("schedule.edit"),
  canReport: !ended.has(p.status) && actor.permissions.has("schedule.progress"),
});

const noMoney: ScheduleDetail["money"] = {
  plannedCents: null,
  earnedCents: 0,
  actualCents: 0,
  budgetCents: 0,
  otherActualCents: 0,
  spi: null,
  cpi: null,
  estimateAtCompletionCents: null,
  codes: [],
};

// What a project without a schedule would begin with.
const withoutSchedule = async (db: Db, actor: Actor, p: ProjectStored): Promise<ScheduleDetail> => {
  const start = p.startsOn ?? businessDate(db.scope);
  const days = shownDays({ startsOn: start, finish: null });
  const [own, stored] = await Promise.all([readCalendar(db), calendarsOf(db, p.id)]);
  const agency = agencyHours(own, days.from, days.to);
  return {
    id: null,
    version: 0,
    number: "",
    projectId: p.id,
    projectNumber: p.number,
    projectName: p.name,
    start: momentOf(minuteOf(start)),
    dataDate: start,
    finish: null,
    mustFinishOn: null,
    outOfSequence: "retained",
    calendarId: null,
    calendars: calendarRows({ calendars: stored, agency }, days),
    tasks: [],
    links: [],
    baseline: null,
    proposedBaseline: null,
    updates: [],
    health: [],
    slipDays: null,
    money: noMoney,
    ...rights(actor, p),
  };
};

/** The schedule of a project, or null where it has none. */
export const findSchedule = (db: Db, projectId: string): Promise<ScheduleStored | null> =>
  db.maybe<ScheduleStored>(sql`
    select *
    from schedule
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
  `);

const partsOf = async (db: Db, row: ScheduleStored) => {
  const [stored, updates, baselines] = await Promise.all([
    loadNetwork(db, row),
    updatesOf(db, row.id),
    baselinesOf(db, row.id),
  ]);
  const people = [
    ...stored.tasks.map(({ ownerId }) => ownerId),
    ...updates.map(({ personId }) => personId),
    ...baselines.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]),
  ];
  const codeIds = stored.plan.tasks.flatMap(({ costs }) => costs.map(({ codeId }) => codeId));
  const [named, codes] = await Promise.all([namesOf(db, people), costCodesOf(db, codeIds)]);
  return {
    stored,
    updates,
    approved: baselines.find(({ status }) => status === "approved"),
    proposed: baselines.find(({ status }) => status === "proposed"),
    named,
    codeOf: (id: string) => codes.get(id)?.code ?? "",
  };
};

const tasksAnswer = (
  { tasks, plan }: Stored,
  names: { named: Named; codeOf: (id: string) => string },
): ScheduleTask[] =>
  // Both stand in the same order.
  tasks.map((task, at) => taskAnswer(task, plan.tasks[at]!.costs, names));

/** The schedule of a project as it stands, with what is wrong with it and its money. 404. */
export const readSchedule = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<ScheduleDetail> => {
  const [p, row] = await Promise.all([
    getRow(db, project, projectId, "project"),
    findSchedule(db, projectId),
  ]);
  if (!row) return withoutSchedule(db, actor, p);
  const { stored, updates, approved, proposed, ...names } = await partsOf(db, row);
  const [money, proposedBaseline] = await Promise.all([
    moneyOf(db, row, stored, { segmentId: p.segmentId, baselineId: approved?.id ?? null }),
    proposedAnswer(db, actor, proposed, names.named),
  ]);
  const facts = {
    tasks: stored.plan.tasks.map((task, at) => ({ ...stored.tasks[at]!, ...task })),
    links: stored.plan.links,
    dataDate: minuteOf(row.dataDate),
    finish: row.finish,
    mustFinishOn: row.mustFinishOn,
    hasBaseline: approved !== undefined,
  };
  return {
    id: row.id,
    version: row.version,
    number: row.number,
    projectId,
    projectNumber: p.number,
    projectName: p.name,
    start: momentOf(minuteOf(row.startsOn)),
    dataDate: row.dataDate,
    finish: said(row.finish),
    mustFinishOn: row.mustFinishOn,
    outOfSequence: row.outOfSequence,
    calendarId: row.calendarId,
    calendars: calendarRows(stored, shownDays(row)),
    tasks: tasksAnswer(stored, names),
    links: stored.plan.links.map(({ lag: lagMinutes, ...link }) => ({ ...link, lagMinutes })),
    baseline: baselineAnswer(approved, names.named),
    proposedBaseline,
    updates: updates.map(({ finish, personId, createdAt, ...update }) => ({
      ...{ ...update, by: names.named(personId), at: createdAt, finish: momentOf(finish) },
    })),
    health: healthOf(facts, businessDate(db.scope)),
    slipDays: row.slipDays,
    money,
    ...rights(actor, p),
  };
};

/** What was typed of a schedule's settings, as its form has it. 404. */
export const typedSettings = async (db: Db, id: string): Promise<ScheduleInput> => {
  const row = await getRow(db, schedule, id, "schedule");
  const { startsOn: start, calendarId, outOfSequence, mustFinishOn } = row;
  return { start, calendarId, outOfSequence, mustFinishOn };
};
