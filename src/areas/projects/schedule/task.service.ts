import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { costCodesOf } from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { minuteAt, momentOf } from "./moment.model.ts";
import { inReadingOrder, type Plan, type PlanTask } from "./plan.model.ts";
import type { MoveInput, TaskChange, TaskInput, WrittenSchedule } from "./schedule.model.ts";
import { requireCalendars, rewrite } from "./schedule.service.ts";

/** What names records elsewhere: 422 `calendar_unknown`, `owner_unknown`, `code_unknown`. */
export const requireNamed = async (
  db: Db,
  projectId: string,
  tasks: readonly Pick<TaskChange, "calendarId" | "ownerId" | "costs">[],
): Promise<void> => {
  const owners = [...new Set(tasks.flatMap(({ ownerId }) => ownerId ?? []))];
  const codes = [...new Set(tasks.flatMap(({ costs }) => costs.map(({ codeId }) => codeId)))];
  const [people, known] = await Promise.all([
    owners.length ? membersNamed(db, { ids: owners }) : [],
    costCodesOf(db, codes),
    requireCalendars(
      db,
      projectId,
      tasks.map(({ calendarId }) => calendarId),
    ),
  ]);
  if (people.length < owners.length)
    throw invalidField(
      "ownerId",
      "This person does not work here. Choose a member.",
      "owner_unknown",
    );
  if (known.size < codes.length)
    throw invalidField("costs", "This cost code is not there. Choose another one.", "code_unknown");
};

// Of what has not begun all is left; of what has, what was told.
const withChange = (task: PlanTask, input: TaskChange): PlanTask => {
  const duration = input.kind === "task" ? input.durationMinutes : 0;
  return {
    ...task,
    code: input.code,
    name: input.name,
    kind: input.kind,
    calendarId: input.calendarId,
    duration,
    remaining: task.actualStart === null ? duration : task.remaining,
    constraint: input.constraint && {
      kind: input.constraint.kind,
      at: minuteAt(input.constraint.at),
    },
    deadline: input.deadline && minuteAt(input.deadline),
    crew: input.crew,
    ownerId: input.ownerId,
    costs: input.costs,
  };
};

/** What was typed of a task, as it stands. */
const typedOf = (task: PlanTask): TaskChange => ({
  code: task.code,
  name: task.name,
  kind: task.kind,
  calendarId: task.calendarId,
  durationMinutes: task.duration,
  constraint: task.constraint && { kind: task.constraint.kind, at: momentOf(task.constraint.at) },
  deadline: task.deadline === null ? null : momentOf(task.deadline),
  crew: task.crew,
  ownerId: task.ownerId,
  costs: [...task.costs],
});

const taskOf = ({ tasks }: Plan, id: string): PlanTask => {
  const found = tasks.find((task) => task.id === id);
  if (!found) throw notFound("task");
  return found;
};

const lies = (task: PlanTask, { tasks }: Plan) => ({
  parent: tasks.find(({ id }) => id === task.parentId)?.name ?? null,
});

/** A task where it is to lie: in front of another one of the same summary, or last in it. */
const putAt = (
  tasks: readonly PlanTask[],
  task: PlanTask,
  { parentId, before }: MoveInput,
): PlanTask[] => {
  const others = tasks.filter(({ id }) => id !== task.id);
  const at = before === null ? -1 : others.findIndex(({ id }) => id === before);
  if (before !== null && (at < 0 || others[at]!.parentId !== parentId))
    throw invalidField(
      "before",
      "The task in front of which it is put does not lie there.",
      "place_unknown",
    );
  const placed = { ...task, parentId };
  return at < 0 ? [...others, placed] : others.toSpliced(at, 0, placed);
};

const unbegun = { percent: 0, actualStart: null, actualFinish: null, remaining: 0, duration: 0 };

/** Adds a task. 404, 412, 422 as `requireNamed`, `place_unknown`, `schedule_refused`. */
export const addTask = (
  tx: Tx,
  actor: Actor,
  id: string,
  { parentId, before, ...input }: TaskInput,
  version: number | null,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "addTask",
    edit: async ({ plan }, row) => {
      await requireNamed(tx, row.projectId, [input]);
      const made = newId();
      const blank = { ...unbegun, id: made, parentId, constraint: null, deadline: null };
      const task = withChange({ ...blank, ...input } as unknown as PlanTask, input);
      return {
        made,
        plan: { ...plan, tasks: putAt(plan.tasks, task, { parentId, before }) },
        content: { task: typedOf(task) },
      };
    },
  });

/** Changes a task, beside its progress. `patch` gives the whole of what stands. */
export const changeTask = (
  tx: Tx,
  actor: Actor,
  { id, taskId, version }: { id: string; taskId: string; version: number | null },
  patch: (stands: TaskChange) => TaskChange,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "changeTask",
    edit: async ({ plan }, row) => {
      const before = taskOf(plan, taskId);
      const input = patch(typedOf(before));
      await requireNamed(tx, row.projectId, [input]);
      const task = withChange(before, input);
      return {
        plan: { ...plan, tasks: plan.tasks.map((each) => (each.id === taskId ? task : each)) },
        held: { task: typedOf(before) },
        content: { task: typedOf(task) },
      };
    },
  });

/** Moves a task, with what lies within it, to another place. 404, 412, 422 `place_unknown`. */
export const moveTask = (
  tx: Tx,
  actor: Actor,
  { id, taskId, version }: { id: string; taskId: string; version: number | null },
  to: MoveInput,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "moveTask",
    edit: ({ plan }) => {
      const task = taskOf(plan, taskId);
      const tasks = putAt(plan.tasks, task, to);
      const named = { name: task.name };
      return {
        plan: { ...plan, tasks },
        held: { task: { ...named, ...lies(task, plan) } },
        content: { task: { ...named, ...lies({ ...task, parentId: to.parentId }, plan) } },
      };
    },
  });

/** Takes a task away, with what lies within it and its links. 404, 412. */
export const dropTask = (
  tx: Tx,
  actor: Actor,
  { id, taskId, version }: { id: string; taskId: string; version: number | null },
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "dropTask",
    edit: ({ plan }) => {
      const task = taskOf(plan, taskId);
      const gone = new Set([taskId]);
      for (const each of inReadingOrder(plan.tasks))
        if (each.parentId !== null && gone.has(each.parentId)) gone.add(each.id);
      return {
        plan: {
          tasks: plan.tasks.filter((each) => !gone.has(each.id)),
          links: plan.links.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
        },
        held: { task: typedOf(task), tasks: gone.size },
      };
    },
  });
