import type { ConstraintKind, LagCalendar, LinkType } from "./network.model.ts";
import type { TaskKind } from "./schedule.labels.ts";
import type { Minute } from "./worktime.model.ts";

/** What somebody says of a task; minutes of its calendar, moments as minutes of the engine. */
export type PlanTask = {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
  kind: TaskKind;
  /** Null: the schedule's own. */
  calendarId: string | null;
  duration: number;
  remaining: number;
  /** Whole, 0 to 100. */
  percent: number;
  constraint: { kind: ConstraintKind; at: Minute } | null;
  deadline: Minute | null;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  crew: string;
  ownerId: string | null;
  costs: readonly { codeId: string; cents: number }[];
};
export type PlanLink = {
  id: string;
  from: string;
  to: string;
  type: LinkType;
  lag: number;
  lagCalendar: LagCalendar;
};
/** Tasks with their links; each task behind the summary that it belongs to. */
export type Plan = { tasks: readonly PlanTask[]; links: readonly PlanLink[] };

/** A schedule has at most so many tasks, and links. */
export const mostTasks = 10_000;
const mostLinks = 15_000;
/** A hundred years of work at all hours. */
export const mostMinutes = 52_600_000;

/** A reason why a plan is not kept, with the task or link that it is about. */
export type Fault = { of: "task" | "link" | "plan"; id: string; says: string };

const childrenOf = (tasks: readonly PlanTask[]): Map<string | null, PlanTask[]> => {
  const ids = new Set(tasks.map(({ id }) => id));
  const found = new Map<string | null, PlanTask[]>();
  for (const task of tasks) {
    const parent = task.parentId !== null && ids.has(task.parentId) ? task.parentId : null;
    const of = found.get(parent);
    if (of) of.push(task);
    else found.set(parent, [task]);
  }
  return found;
};

/** The tasks in the order in which they are read: each summary with what belongs to it. */
export const inReadingOrder = (tasks: readonly PlanTask[]): (PlanTask & { level: number })[] => {
  const children = childrenOf(tasks);
  const found: (PlanTask & { level: number })[] = [];
  const stack = (children.get(null) ?? []).map((task) => ({ task, level: 0 })).toReversed();
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { task, level } = at;
    found.push({ ...task, level });
    for (const child of (children.get(task.id) ?? []).toReversed())
      stack.push({ task: child, level: level + 1 });
  }
  return found;
};

const isOwn = ({ calendarId, constraint, deadline, actualStart, costs }: PlanTask): boolean =>
  calendarId !== null ||
  constraint !== null ||
  deadline !== null ||
  actualStart !== null ||
  costs.length > 0;

const progressFault = (task: PlanTask, dataDate: Minute): string | null => {
  const { name, actualStart, actualFinish, percent } = task;
  if (actualStart === null && (actualFinish !== null || percent > 0))
    return `Say when ${name} began: it has progress.`;
  if (actualFinish === null && percent === 100) return `Say when ${name} finished: it is whole.`;
  if (actualFinish !== null && actualFinish < actualStart!)
    return `${name} cannot finish before it began.`;
  if (Math.max(actualStart ?? 0, actualFinish ?? 0) > dataDate)
    return `${name} lies behind the data date. What is told lies before the morning of that day.`;
  return null;
};

const kindFault = (task: PlanTask): string | null => {
  const { name, kind, duration, remaining } = task;
  if (kind === "summary")
    return isOwn(task)
      ? `${name} is a summary: its dates, progress and cost follow from the tasks within.`
      : null;
  if (duration < 0 || remaining < 0) return `${name} cannot take less than no time.`;
  if (Math.max(duration, remaining) > mostMinutes)
    return `${name} takes more than a hundred years.`;
  if (kind === "milestone" && duration !== 0)
    return `${name} is a milestone, which takes no time. Make it a task.`;
  return null;
};

const placeFault = (task: PlanTask, byId: ReadonlyMap<string, PlanTask>): string | null => {
  const parent = task.parentId === null ? null : byId.get(task.parentId);
  if (parent === undefined) return `The summary of ${task.name} is not there.`;
  if (parent && parent.kind !== "summary")
    return `${parent.name} is no summary, so nothing lies within it.`;
  return null;
};

const taskFaults = ({ tasks }: Plan, dataDate: Minute): Fault[] => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const ordered = new Set(inReadingOrder(tasks).map(({ id }) => id));
  return tasks.flatMap((task): Fault[] => {
    const says =
      kindFault(task) ??
      placeFault(task, byId) ??
      (ordered.has(task.id) ? null : `${task.name} cannot lie within itself.`) ??
      progressFault(task, dataDate);
    return says === null ? [] : [{ of: "task", id: task.id, says }];
  });
};

const linkFault = (
  { from, to, lag }: PlanLink,
  byId: ReadonlyMap<string, PlanTask>,
): string | null => {
  const [first, second] = [byId.get(from), byId.get(to)];
  if (!first || !second) return "A link names a task that is not in this schedule.";
  for (const { kind, name } of [first, second])
    if (kind === "summary") return `${name} is a summary: link the tasks within it.`;
  if (from === to) return `${first.name} cannot wait for itself.`;
  if (Math.abs(lag) > mostMinutes) return `The lag behind ${first.name} is over a hundred years.`;
  return null;
};

const linkFaults = ({ tasks, links }: Plan): Fault[] => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  return links.flatMap((link): Fault[] => {
    const key = `${link.from} ${link.to} ${link.type}`;
    const twice = seen.has(key);
    seen.add(key);
    const says =
      linkFault(link, byId) ??
      (twice
        ? `${byId.get(link.from)!.name} and ${byId.get(link.to)!.name} have this link already.`
        : null);
    return says === null ? [] : [{ of: "link", id: link.id, says }];
  });
};

/** Why a plan is not kept: its size, its summaries, its progress, its links. Loops the engine finds. */
export const faultsOf = (plan: Plan, dataDate: Minute): Fault[] => {
  const whole = (says: string): Fault[] => [{ of: "plan", id: "", says }];
  if (plan.tasks.length > mostTasks) return whole("A schedule has at most 10,000 tasks.");
  if (plan.links.length > mostLinks) return whole("A schedule has at most 15,000 links.");
  if (new Set(plan.tasks.map(({ id }) => id)).size < plan.tasks.length)
    return whole("Two tasks of the schedule have the same id.");
  return [...taskFaults(plan, dataDate), ...linkFaults(plan)];
};
