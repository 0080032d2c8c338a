import type { Driver } from "./driving.model.ts";
import type { Placed } from "./computed.model.ts";
import { daysBehind } from "./moment.model.ts";
import type { ConstraintKind } from "./network.model.ts";
import { inReadingOrder, type Plan, type PlanLink, type PlanTask } from "./plan.model.ts";
import type { TaskKind } from "./schedule.labels.ts";
import type { Minute } from "./worktime.model.ts";

/** What of a task is neither said nor follows from the network: how it stood at other times. */
type Marks = {
  baseStart: Minute | null;
  baseFinish: Minute | null;
  toldFinish: Minute | null;
  priorFinish: Minute | null;
  reportedOn: string | null;
};

/** A task as it is stored. */
export type TaskStored = Marks & {
  id: string;
  parentId: string | null;
  place: number;
  level: number;
  code: string;
  name: string;
  kind: TaskKind;
  calendarId: string | null;
  duration: number;
  remaining: number;
  percent: number;
  constraintKind: ConstraintKind | null;
  constraintAt: Minute | null;
  deadlineAt: Minute | null;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  crew: string;
  ownerId: string | null;
  start: Minute;
  finish: Minute;
  lateStart: Minute;
  lateFinish: Minute;
  totalFloat: number | null;
  freeFloat: number | null;
  critical: boolean;
  longest: boolean;
  driver: Driver | null;
  slipDays: number | null;
  movedDays: number | null;
};
export type CostStored = { taskId: string; costCodeId: string; cents: number };

const unmarked: Marks = {
  baseStart: null,
  baseFinish: null,
  toldFinish: null,
  priorFinish: null,
  reportedOn: null,
};

/** The marks of a task alone. */
const marksOf = (task: TaskStored): Marks => ({
  baseStart: task.baseStart,
  baseFinish: task.baseFinish,
  toldFinish: task.toldFinish,
  priorFinish: task.priorFinish,
  reportedOn: task.reportedOn,
});

/** Stored rows as a plan; what follows for summaries is left out of it. */
export const planOf = (
  tasks: readonly TaskStored[],
  costs: readonly CostStored[],
  links: readonly PlanLink[],
): Plan => {
  const costOf = new Map<string, { codeId: string; cents: number }[]>();
  for (const { taskId, costCodeId, cents } of costs) {
    const its = costOf.get(taskId);
    if (its) its.push({ codeId: costCodeId, cents });
    else costOf.set(taskId, [{ codeId: costCodeId, cents }]);
  }
  return {
    links,
    tasks: tasks.map((row): PlanTask => ({
      id: row.id,
      parentId: row.parentId,
      code: row.code,
      name: row.name,
      kind: row.kind,
      calendarId: row.calendarId,
      ...said(row),
      constraint:
        row.constraintKind === null ? null : { kind: row.constraintKind, at: row.constraintAt! },
      deadline: row.deadlineAt,
      crew: row.crew,
      ownerId: row.ownerId,
      costs: costOf.get(row.id) ?? [],
    })),
  };
};

const nothingSaid = {
  duration: 0,
  remaining: 0,
  percent: 0,
  actualStart: null,
  actualFinish: null,
};
const said = (row: TaskStored): typeof nothingSaid | Pick<PlanTask, keyof typeof nothingSaid> =>
  row.kind === "summary"
    ? nothingSaid
    : {
        duration: row.duration,
        remaining: row.remaining,
        percent: row.percent,
        actualStart: row.actualStart,
        actualFinish: row.actualFinish,
      };

const rowOf = (
  task: PlanTask & { level: number },
  place: number,
  at: Placed,
  marks: Marks,
): TaskStored => {
  const before = marks.priorFinish ?? marks.baseFinish;
  return {
    ...marks,
    id: task.id,
    parentId: task.parentId,
    place,
    level: task.level,
    code: task.code,
    name: task.name,
    kind: task.kind,
    calendarId: task.calendarId,
    constraintKind: task.constraint?.kind ?? null,
    constraintAt: task.constraint?.at ?? null,
    deadlineAt: task.deadline,
    crew: task.crew,
    ownerId: task.ownerId,
    ...at,
    slipDays: marks.baseFinish === null ? null : daysBehind(at.finish, marks.baseFinish),
    movedDays: before === null ? null : daysBehind(at.finish, before),
  };
};

/** The marks of a task, of where it lies now and how it was marked before. */
export type Marking = (id: string, at: Placed, stood: Marks) => Marks;

/** The rows of a plan as it is computed, in their order; what is new has no marks before. */
export const rowsOf = (
  { tasks }: Plan,
  placed: ReadonlyMap<string, Placed>,
  before: readonly TaskStored[],
  marking: Marking,
): TaskStored[] => {
  const stood = new Map(before.map((row) => [row.id, marksOf(row)]));
  return inReadingOrder(tasks).map((task, place) => {
    const at = placed.get(task.id)!;
    return rowOf(task, place, at, marking(task.id, at, stood.get(task.id) ?? unmarked));
  });
};

const columns = [
  "parentId",
  "place",
  "level",
  "code",
  "name",
  "kind",
  "calendarId",
  "duration",
  "remaining",
  "percent",
  "constraintKind",
  "constraintAt",
  "deadlineAt",
  "actualStart",
  "actualFinish",
  "crew",
  "ownerId",
  "start",
  "finish",
  "lateStart",
  "lateFinish",
  "totalFloat",
  "freeFloat",
  "critical",
  "longest",
  "baseStart",
  "baseFinish",
  "toldFinish",
  "priorFinish",
  "reportedOn",
  "slipDays",
  "movedDays",
] as const satisfies (keyof TaskStored)[];

const sameDriver = (a: Driver | null, b: Driver | null): boolean =>
  a?.by === b?.by &&
  (a?.by !== "link" || b?.by !== "link" || (a.linkId === b.linkId && a.taskId === b.taskId));

/** The rows that are new or stand otherwise than before. */
export const changedRows = (
  now: readonly TaskStored[],
  before: readonly TaskStored[],
): TaskStored[] => {
  const stood = new Map(before.map((row) => [row.id, row]));
  return now.filter((row) => {
    const old = stood.get(row.id);
    return (
      !old ||
      columns.some((column) => row[column] !== old[column]) ||
      !sameDriver(row.driver, old.driver)
    );
  });
};
