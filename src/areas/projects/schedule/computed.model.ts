import { scheduleOf, type Scheduled } from "./engine.model.ts";
import type { Driver } from "./driving.model.ts";
import type { NetworkTask, OutOfSequence } from "./network.model.ts";
import { inReadingOrder, type Plan, type PlanTask } from "./plan.model.ts";
import { allHours, type Minute, type WorkTime } from "./worktime.model.ts";

/** What a schedule says beside its tasks and links. */
export type Settings = { start: Minute; dataDate: Minute; outOfSequence: OutOfSequence };

/** Where a task lies: by the engine, of a summary from what lies within. */
export type Placed = {
  start: Minute;
  finish: Minute;
  lateStart: Minute;
  lateFinish: Minute;
  totalFloat: number | null;
  freeFloat: number | null;
  critical: boolean;
  longest: boolean;
  driver: Driver | null;
  duration: number;
  remaining: number;
  percent: number;
  actualStart: Minute | null;
  actualFinish: Minute | null;
};
export type ComputedPlan = { finish: Minute; placed: ReadonlyMap<string, Placed> };

const networkTask = (task: PlanTask, calendar: WorkTime): NetworkTask => ({
  id: task.id,
  name: task.name,
  calendar,
  duration: task.duration,
  constraint: task.constraint,
  deadline: task.deadline,
  actualStart: task.actualStart,
  actualFinish: task.actualFinish,
  remaining: task.remaining,
});

const placedTask = (task: PlanTask, at: Scheduled): Placed => ({
  start: at.start,
  finish: at.finish,
  lateStart: at.lateStart,
  lateFinish: at.lateFinish,
  totalFloat: at.totalFloat,
  freeFloat: at.freeFloat,
  critical: at.criticalByFloat,
  longest: at.onLongestPath,
  driver: at.driver,
  duration: task.duration,
  remaining: task.remaining,
  percent: task.percent,
  actualStart: task.actualStart,
  actualFinish: task.actualFinish,
});

const least = (of: readonly (number | null)[]): number | null => {
  const known = of.filter((n) => n !== null);
  return known.length ? known.reduce((a, b) => Math.min(a, b)) : null;
};

// Progress weighs by length; where nothing has one, by number.
const shareDone = (within: readonly Placed[]): number => {
  const whole = within.reduce((sum, { duration }) => sum + duration, 0);
  const weigh = (at: Placed) => (whole > 0 ? at.duration : 1);
  const done = within.reduce((sum, at) => sum + weigh(at) * at.percent, 0);
  const share = done / (whole > 0 ? whole : within.length);
  // Whole only when all of it is.
  return within.every(({ percent }) => percent === 100) ? 100 : Math.min(99, Math.round(share));
};

const first = (of: readonly Minute[]): Minute => of.reduce((a, b) => Math.min(a, b));
const last = (of: readonly Minute[]): Minute => of.reduce((a, b) => Math.max(a, b));

const summed = (within: readonly Placed[], calendar: WorkTime): Placed => {
  const [start, finish] = [
    first(within.map((at) => at.start)),
    last(within.map((at) => at.finish)),
  ];
  const done = within.every(({ actualFinish }) => actualFinish !== null);
  const began = within.flatMap(({ actualStart }) => actualStart ?? []);
  return {
    start,
    finish,
    lateStart: first(within.map((at) => at.lateStart)),
    lateFinish: last(within.map((at) => at.lateFinish)),
    totalFloat: least(within.map((at) => at.totalFloat)),
    freeFloat: least(within.map((at) => at.freeFloat)),
    critical: within.some(({ critical }) => critical),
    longest: within.some(({ longest }) => longest),
    driver: null,
    duration: calendar.worked(finish) - calendar.worked(start),
    remaining: within.reduce((sum, at) => sum + at.remaining, 0),
    percent: shareDone(within),
    actualStart: began.length ? first(began) : null,
    actualFinish: done ? last(within.map((at) => at.actualFinish!)) : null,
  };
};

// A summary in which nothing lies yet stands at the data date.
const empty = (at: Minute): Placed => ({
  start: at,
  finish: at,
  lateStart: at,
  lateFinish: at,
  totalFloat: null,
  freeFloat: null,
  critical: false,
  longest: false,
  driver: null,
  duration: 0,
  remaining: 0,
  percent: 0,
  actualStart: null,
  actualFinish: null,
});

/**
 * The dates of a plan: of tasks by the engine (docs/decisions/0253), of summaries from the tasks
 * within. `clockOf` gives the hours of a calendar, null the schedule's own. @throws Loop, NoWorkTime.
 */
export const computedPlan = (
  plan: Plan,
  { start, dataDate, outOfSequence }: Settings,
  clockOf: (calendarId: string | null) => WorkTime,
): ComputedPlan => {
  const calendar = clockOf(null);
  const work = plan.tasks.filter(({ kind }) => kind !== "summary");
  const { finish, tasks } = scheduleOf({
    start,
    dataDate: Math.max(start, dataDate),
    outOfSequence,
    calendar,
    allHours: allHours(),
    tasks: work.map((task) => networkTask(task, clockOf(task.calendarId))),
    links: plan.links,
  });
  const placed = new Map(work.map((task, at) => [task.id, placedTask(task, tasks[at]!)]));
  // From below, so that what lies within a summary is known before it.
  const leaves = new Map<string, Placed[]>();
  for (const task of inReadingOrder(plan.tasks).toReversed()) {
    const within = task.kind === "summary" ? (leaves.get(task.id) ?? []) : [placed.get(task.id)!];
    if (task.kind === "summary")
      placed.set(
        task.id,
        within.length ? summed(within, calendar) : empty(Math.max(start, dataDate)),
      );
    if (task.parentId === null) continue;
    const beside = leaves.get(task.parentId);
    if (beside) beside.push(...within);
    else leaves.set(task.parentId, [...within]);
  }
  return { finish, placed };
};
