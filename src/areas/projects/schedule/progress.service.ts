import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { minuteAt } from "./moment.model.ts";
import type { Recomputed, Stored } from "./network.service.ts";
import type { Plan, PlanTask } from "./plan.model.ts";
import type { Marking } from "./rows.model.ts";
import type { UpdateSource } from "./schedule.labels.ts";
import type { ProgressInput, TaskProgress, WrittenSchedule } from "./schedule.model.ts";
import type { ScheduleStored } from "./schedule.noun.ts";
import { rewrite, type Edited } from "./schedule.service.ts";
import { scheduleUpdate } from "./schedule.tables.ts";
import { standingOf } from "./standing.service.ts";
import { snapshotOf } from "./snapshot.model.ts";

const checkDataDate = (tx: Tx, row: ScheduleStored, dataDate: Day): void => {
  if (dataDate < row.dataDate)
    throw invalidField(
      "dataDate",
      `Progress is told up to ${row.dataDate}: the data date does not go back.`,
      "data_date_back",
    );
  if (dataDate > addDays(businessDate(tx.scope), 1))
    throw invalidField(
      "dataDate",
      "What is done tomorrow is not known today. Choose tomorrow's morning at the latest.",
      "data_date_ahead",
    );
};

const toldOf = (task: PlanTask, told: TaskProgress): PlanTask => {
  const actualStart = told.actualStart && minuteAt(told.actualStart);
  const actualFinish = told.actualFinish && minuteAt(told.actualFinish);
  const done = actualFinish !== null;
  return {
    ...task,
    actualStart,
    actualFinish,
    percent: done ? 100 : told.percent,
    remaining: done ? 0 : actualStart === null ? task.duration : told.remainingMinutes,
  };
};

const withProgress = (plan: Plan, told: readonly TaskProgress[]): Plan => {
  const byId = new Map(told.map((each) => [each.id, each]));
  const tasks = plan.tasks.map((task) => {
    const its = byId.get(task.id);
    byId.delete(task.id);
    return its ? toldOf(task, its) : task;
  });
  if (byId.size > 0)
    throw invalidField("tasks", "A task is not in this schedule any more.", "task_unknown");
  return { ...plan, tasks };
};

type Update = { dataDate: Day; narrative: string; source: UpdateSource };

const keepUpdate = async (
  tx: Tx,
  actor: Actor,
  stored: Stored,
  row: ScheduleStored,
  { computed, plan, told }: { computed: Recomputed["computed"]; plan: Plan; told: Update },
): Promise<string> => {
  const id = newId();
  const { next } = await tx.one<{ next: number }>(sql`
    select coalesce(max(number), 0) + 1 as next
    from schedule_update
    where org_id = ${tx.scope.orgId} and schedule_id = ${row.id}
  `);
  await insertRow(tx, scheduleUpdate, {
    ...told,
    orgId: tx.scope.orgId!,
    id,
    scheduleId: row.id,
    number: next,
    finish: computed.finish,
    personId: actor.personId,
    snapshot: snapshotOf(standingOf(stored, row, plan, computed)),
  });
  return id;
};

// Where each task finished before is what the next list of slips is held against.
const marking =
  (today: Day, reported: ReadonlySet<string>): Marking =>
  (id, at, stood) => ({
    ...stood,
    priorFinish: stood.toldFinish,
    toldFinish: at.finish,
    reportedOn: reported.has(id) ? today : stood.reportedOn,
  });

/** What an update makes of a schedule: the plan as it was told, kept as a whole beside it. */
export const asUpdate = (
  tx: Tx,
  actor: Actor,
  stored: Stored,
  row: ScheduleStored,
  { plan, told, reported }: { plan: Plan; told: Update; reported: readonly string[] },
): Edited => {
  checkDataDate(tx, row, told.dataDate);
  return {
    plan,
    head: { dataDate: told.dataDate },
    marks: marking(businessDate(tx.scope), new Set(reported)),
    content: { narrative: told.narrative, tasks: reported.length },
    after: async ({ computed }, head) => {
      const made = await keepUpdate(tx, actor, stored, head, { computed, plan, told });
      return { made, head: { priorFinish: row.toldFinish, toldFinish: computed.finish } };
    },
  };
};

/**
 * Tells how far the tasks are: one update, kept with the whole schedule as it stands behind it. 404,
 * 412, 409 `schedule_empty`; 422 `data_date_back`, `data_date_ahead`, `task_unknown`,
 * `schedule_refused`.
 */
export const tellProgress = (
  tx: Tx,
  actor: Actor,
  id: string,
  { dataDate, narrative, tasks }: ProgressInput,
  version: number | null,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "progress",
    edit: (stored, row) => {
      if (stored.tasks.length === 0)
        throw conflict("schedule_empty", "The schedule has no tasks yet. Add them first.");
      return asUpdate(tx, actor, stored, row, {
        plan: withProgress(stored.plan, tasks),
        told: { dataDate, narrative, source: "progress" },
        reported: tasks.map((task) => task.id),
      });
    },
  });
