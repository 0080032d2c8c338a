import { conflict, invalid } from "#kernel/errors.ts";
import { addDays } from "#kernel/time.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { computedPlan, type ComputedPlan } from "./computed.model.ts";
import { agencyHours, hoursOf, type WrittenHours } from "./hours.model.ts";
import { dayOf, daysBehind, lastDayOf } from "./moment.model.ts";
import { Loop } from "./network.model.ts";
import { faultsOf, type Plan, type PlanLink } from "./plan.model.ts";
import {
  changedRows,
  planOf,
  rowsOf,
  type CostStored,
  type Marking,
  type TaskStored,
} from "./rows.model.ts";
import type { ScheduleStored } from "./schedule.noun.ts";
import { scheduleLink, scheduleTaskCost, type workCalendar } from "./schedule.tables.ts";
import { minuteOf, NoWorkTime, WorkTime } from "./worktime.model.ts";

type CalendarStored = typeof workCalendar.$inferSelect;
/** A schedule as it is stored, with the hours that it goes by. */
export type Stored = {
  tasks: readonly TaskStored[];
  plan: Plan;
  calendars: readonly CalendarStored[];
  agency: WrittenHours;
};
/** What a schedule is to be: its plan, and where somebody tells or approves, how its tasks are marked. */
export type Kept = { plan: Plan; marks?: Marking };

const tasksOf = (db: Db, id: string): Promise<TaskStored[]> =>
  db.rows<TaskStored>(sql`
    select
      id, parent_id, place, level, code, name, kind, calendar_id, duration, remaining, percent,
      constraint_kind, constraint_at, deadline_at, actual_start, actual_finish, crew, owner_id,
      start, finish, late_start, late_finish, total_float, free_float, critical, longest, driver,
      base_start, base_finish, slip_days, told_finish, prior_finish, moved_days, reported_on
    from schedule_task
    where org_id = ${db.scope.orgId} and schedule_id = ${id}
    order by place
  `);

const costsOf = (db: Db, id: string): Promise<CostStored[]> =>
  db.rows<CostStored>(sql`
    select task_id, cost_code_id, cents
    from schedule_task_cost
    where org_id = ${db.scope.orgId} and schedule_id = ${id}
    order by task_id, cost_code_id
  `);

const linksOf = (db: Db, id: string): Promise<PlanLink[]> =>
  db.rows<PlanLink>(sql`
    select id, from_id as "from", to_id as "to", type, lag, lag_calendar
    from schedule_link
    where org_id = ${db.scope.orgId} and schedule_id = ${id}
    order by id
  `);

/** The calendars that a project may use: its own, and those of every project. */
export const calendarsOf = (db: Db, projectId: string | null): Promise<CalendarStored[]> =>
  db.rows<CalendarStored>(sql`
    select *
    from work_calendar
    where org_id = ${db.scope.orgId} and (project_id is null or project_id = ${projectId}::uuid)
    order by project_id nulls first, lower(name)
    limit 500
  `);

/** A schedule with all that its dates follow from. */
export const loadNetwork = async (
  db: Db,
  { id, projectId }: Pick<ScheduleStored, "id" | "projectId">,
): Promise<Stored> => {
  const [tasks, costs, links, calendars, agency] = await Promise.all([
    tasksOf(db, id),
    costsOf(db, id),
    linksOf(db, id),
    calendarsOf(db, projectId),
    readCalendar(db),
  ]);
  return { tasks, plan: planOf(tasks, costs, links), calendars, agency: agencyHours(agency) };
};

type Heading = Pick<ScheduleStored, "startsOn" | "dataDate" | "outOfSequence" | "calendarId">;

/** The hours of a calendar by its id, null the schedule's own: each made once. */
const clocksOf = (
  { calendars, agency }: Pick<Stored, "calendars" | "agency">,
  own: string | null,
): ((calendarId: string | null) => WorkTime) => {
  const made = new Map<string | null, WorkTime>();
  return (calendarId) => {
    const id = calendarId ?? own;
    const known = made.get(id);
    if (known) return known;
    const clock = new WorkTime(hoursOf(calendars.find((each) => each.id === id) ?? agency));
    made.set(id, clock);
    return clock;
  };
};

/**
 * The dates of a plan. 409 `schedule_loop` names the tasks that wait for each other in order, 409
 * `schedule_without_end` where work lies outside of 1984 to 2083.
 */
export const datesOf = (
  stored: Pick<Stored, "calendars" | "agency">,
  row: Heading,
  plan: Plan,
): ComputedPlan => {
  const settings = {
    start: minuteOf(row.startsOn),
    dataDate: minuteOf(row.dataDate),
    outOfSequence: row.outOfSequence,
  };
  try {
    return computedPlan(plan, settings, clocksOf(stored, row.calendarId));
  } catch (error) {
    if (error instanceof Loop) throw conflict("schedule_loop", error.message);
    if (error instanceof NoWorkTime)
      throw conflict(
        "schedule_without_end",
        "The work does not fit between 1984 and 2083. Look at lengths, dates and calendars.",
      );
    throw error;
  }
};

const refuseFaults = (row: Heading, plan: Plan): void => {
  const faults = faultsOf(plan, minuteOf(row.dataDate));
  if (faults.length === 0) return;
  const errors = faults.slice(0, 50).map(({ of, id, says }) => ({
    path: of === "plan" ? "tasks" : `${of}s.${id}`,
    message: says,
  }));
  throw invalid("schedule_refused", errors[0]!.message, errors);
};

const keepTasks = (tx: Tx, scheduleId: string, rows: readonly TaskStored[]): Promise<unknown> =>
  tx.rows(sql`
    insert into schedule_task as kept (
      org_id, schedule_id, id, parent_id, place, level, code, name, kind, calendar_id, duration,
      remaining, percent, constraint_kind, constraint_at, deadline_at, actual_start, actual_finish,
      crew, owner_id, start, finish, late_start, late_finish, total_float, free_float, critical,
      longest, driver, base_start, base_finish, slip_days, told_finish, prior_finish, moved_days,
      reported_on
    )
    select
      ${tx.scope.orgId}::uuid, ${scheduleId}::uuid, r.id, r."parentId", r.place, r.level, r.code,
      r.name, r.kind, r."calendarId", r.duration, r.remaining, r.percent, r."constraintKind",
      r."constraintAt", r."deadlineAt", r."actualStart", r."actualFinish", r.crew, r."ownerId",
      r.start, r.finish, r."lateStart", r."lateFinish", r."totalFloat", r."freeFloat", r.critical,
      r.longest, r.driver, r."baseStart", r."baseFinish", r."slipDays", r."toldFinish",
      r."priorFinish", r."movedDays", r."reportedOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, "parentId" uuid, place int, level int, code text, name text, kind text,
      "calendarId" uuid, duration int, remaining int, percent int, "constraintKind" text,
      "constraintAt" int, "deadlineAt" int, "actualStart" int, "actualFinish" int, crew text,
      "ownerId" uuid, start int, finish int, "lateStart" int, "lateFinish" int, "totalFloat" int,
      "freeFloat" int, critical boolean, longest boolean, driver jsonb, "baseStart" int,
      "baseFinish" int, "slipDays" int, "toldFinish" int, "priorFinish" int, "movedDays" int,
      "reportedOn" date
    )
    on conflict (org_id, id)
    do update set
      parent_id = excluded.parent_id, place = excluded.place, level = excluded.level,
      code = excluded.code, name = excluded.name, kind = excluded.kind,
      calendar_id = excluded.calendar_id, duration = excluded.duration,
      remaining = excluded.remaining, percent = excluded.percent,
      constraint_kind = excluded.constraint_kind, constraint_at = excluded.constraint_at,
      deadline_at = excluded.deadline_at, actual_start = excluded.actual_start,
      actual_finish = excluded.actual_finish, crew = excluded.crew, owner_id = excluded.owner_id,
      start = excluded.start, finish = excluded.finish, late_start = excluded.late_start,
      late_finish = excluded.late_finish, total_float = excluded.total_float,
      free_float = excluded.free_float, critical = excluded.critical, longest = excluded.longest,
      driver = excluded.driver, base_start = excluded.base_start,
      base_finish = excluded.base_finish, slip_days = excluded.slip_days,
      told_finish = excluded.told_finish, prior_finish = excluded.prior_finish,
      moved_days = excluded.moved_days, reported_on = excluded.reported_on
    where kept.schedule_id = excluded.schedule_id
  `);

const sameLink = (a: PlanLink, b: PlanLink): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.type === b.type &&
  a.lag === b.lag &&
  a.lagCalendar === b.lagCalendar;

// Taken away before tasks are, written behind them: each link stands between two that are there.
const goneLinks = (before: Plan, now: Plan): { gone: string[]; put: PlanLink[] } => {
  const stays = new Map(now.links.map((link) => [link.id, link]));
  const stood = new Map(before.links.map((link) => [link.id, link]));
  const differs = (link: PlanLink) => {
    const other = stays.get(link.id);
    return !other || !sameLink(link, other);
  };
  return {
    gone: before.links.filter(differs).map(({ id }) => id),
    put: now.links.filter((link) => !stood.has(link.id) || differs(stood.get(link.id)!)),
  };
};

const costKey = ({ costs }: { costs: readonly { codeId: string; cents: number }[] }): string =>
  costs
    .map(({ codeId, cents }) => `${codeId} ${cents}`)
    .toSorted()
    .join(",");

const keepCosts = async (tx: Tx, scheduleId: string, before: Plan, now: Plan): Promise<void> => {
  const stood = new Map(before.tasks.map((task) => [task.id, costKey(task)]));
  const changed = now.tasks.filter((task) => costKey(task) !== (stood.get(task.id) ?? ""));
  if (changed.length === 0) return;
  await tx.rows(sql`
    delete from schedule_task_cost
    where org_id = ${tx.scope.orgId} and task_id = any(${changed.map(({ id }) => id)}::uuid[])
  `);
  await insertRows(
    tx,
    scheduleTaskCost,
    changed.flatMap(({ id: taskId, costs }) =>
      costs.map(({ codeId: costCodeId, cents }) => ({
        ...{ orgId: tx.scope.orgId!, scheduleId, taskId, costCodeId, cents },
      })),
    ),
  );
};

const dropTasks = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.rows(sql`
    delete from schedule_task_cost
    where org_id = ${tx.scope.orgId} and task_id = any(${[...ids]}::uuid[])
  `);
  await tx.rows(sql`
    delete from schedule_task
    where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
};

const keepRows = async (
  tx: Tx,
  scheduleId: string,
  before: Stored,
  plan: Plan,
  rows: readonly TaskStored[],
): Promise<void> => {
  const { gone, put } = goneLinks(before.plan, plan);
  if (gone.length)
    await tx.rows(sql`
      delete from schedule_link
      where org_id = ${tx.scope.orgId} and id = any(${gone}::uuid[])
    `);
  const changed = changedRows(rows, before.tasks);
  if (changed.length) await keepTasks(tx, scheduleId, changed);
  const stays = new Set(rows.map(({ id }) => id));
  await dropTasks(
    tx,
    before.tasks.filter(({ id }) => !stays.has(id)).map(({ id }) => id),
  );
  await insertRows(
    tx,
    scheduleLink,
    put.map(({ from: fromId, to: toId, ...link }) => ({
      ...{ ...link, orgId: tx.scope.orgId!, scheduleId, fromId, toId },
    })),
  );
  await keepCosts(tx, scheduleId, before.plan, plan);
};

/** What the head of a schedule says of its tasks. */
const headOf = (
  row: ScheduleStored,
  { finish }: ComputedPlan,
  tasks: readonly TaskStored[],
): Partial<ScheduleStored> => {
  const next = tasks
    .filter(({ kind, actualFinish }) => kind === "milestone" && actualFinish === null)
    .toSorted((a, b) => a.finish - b.finish)[0];
  const ends = tasks.length > 0;
  return {
    finish: ends ? finish : null,
    finishOn: ends ? lastDayOf(finish) : null,
    slipDays: ends && row.baseFinish !== null ? daysBehind(finish, row.baseFinish) : null,
    nextMilestone: next?.name ?? "",
    nextMilestoneOn: next ? lastDayOf(next.finish) : null,
  };
};

export type Recomputed = {
  computed: ComputedPlan;
  tasks: readonly TaskStored[];
  /** What of the schedule's own row follows. */
  patch: Partial<ScheduleStored>;
};

/**
 * The one door by which a plan is stored: judged, computed, and written where it stands otherwise
 * than before, behind the schedule's lock. `row` is the head as it is to be. 422 `schedule_refused`
 * in words, 409 `schedule_loop`, `schedule_without_end`.
 */
export const recompute = async (
  tx: Tx,
  row: ScheduleStored,
  before: Stored,
  { plan, marks }: Kept,
): Promise<Recomputed> => {
  refuseFaults(row, plan);
  const computed = datesOf(before, row, plan);
  const tasks = rowsOf(plan, computed.placed, before.tasks, marks ?? ((_id, _at, stood) => stood));
  await keepRows(tx, row.id, before, plan, tasks);
  return { computed, tasks, patch: headOf(row, computed, tasks) };
};

/** The years of a schedule in which a screen asks for days off. */
export const shownDays = (row: Pick<ScheduleStored, "startsOn" | "finish">) => ({
  from: addDays(row.startsOn, -60),
  to: addDays(row.finish === null ? row.startsOn : dayOf(row.finish), 400),
});
