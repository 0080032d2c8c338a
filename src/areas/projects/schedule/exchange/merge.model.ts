import { addDays, type Day } from "#kernel/time.ts";
import type { HoursException } from "../hours.model.ts";
import type { Plan as Kept, PlanLink as KeptLink, PlanTask as KeptTask } from "../plan.model.ts";
import { minuteOf, type Shift, WorkTime } from "../worktime.model.ts";
import type { Difference } from "./differences.model.ts";
import { dayAt, usualWeek, type Plan, type PlanLink, type PlanTask } from "./plan.model.ts";

export type Choice = "theirs" | "ours";
/** What is decided: of a task's content by its code, of a differing date by its uid. */
export type Choices = {
  tasks: Readonly<Record<string, Choice>>;
  dates: Readonly<Record<string, Choice>>;
};
type KeptCalendar = {
  id: string;
  name: string;
  projectId: string | null;
  week: readonly (readonly Shift[])[];
  exceptions: readonly HoursException[];
};
type Standing = {
  plan: Kept;
  calendars: readonly KeptCalendar[];
};
export type Merged = {
  tasks: KeptTask[];
  links: KeptLink[];
  calendars: { id: string; name: string; week: Shift[][]; exceptions: HoursException[] }[];
};

/** The day up to whose morning a file tells progress. */
export const dataDayOf = (plan: Plan): Day => {
  const main = plan.calendars.find(({ uid }) => uid === plan.calendar);
  const { week, exceptions } = main ?? { week: usualWeek(), exceptions: [] };
  const clock = new WorkTime({
    week,
    exceptions: new Map(exceptions.map(({ on, shifts }) => [on, shifts])),
  });
  const on = dayAt(plan.dataDate);
  const worked = clock.worked(plan.dataDate) > clock.worked(minuteOf(on));
  const told = plan.tasks.some(
    ({ actualStart, actualFinish }) => Math.max(actualStart ?? 0, actualFinish ?? 0) > minuteOf(on),
  );
  return worked || told ? addDays(on, 1) : on;
};

const sameHours = (
  a: Pick<KeptCalendar, "week" | "exceptions">,
  b: Pick<KeptCalendar, "week" | "exceptions">,
): boolean => {
  const said = ({ week, exceptions }: typeof a) =>
    JSON.stringify([week, exceptions.map(({ on, shifts }) => [on, shifts])]);
  return said(a) === said(b);
};

// A calendar of the same hours is that one; one of the project's own name is written anew; a name of
// every project's is not taken from it.
const calendarsOf = (file: Plan, { calendars: stand }: Standing, newId: () => string) => {
  const ids = new Map<string, string>();
  const written: Merged["calendars"] = [];
  const taken = new Set(stand.map(({ name }) => name.toLowerCase()));
  for (const { uid, name, week, exceptions } of file.calendars) {
    const same = stand.find((each) => sameHours(each, { week, exceptions }));
    if (same) {
      ids.set(uid, same.id);
      continue;
    }
    const called = name.slice(0, 70) || "Calendar";
    const own = stand.find(
      (each) => each.projectId !== null && each.name.toLowerCase() === called.toLowerCase(),
    );
    let free = called;
    for (let n = 2; !own && taken.has(free.toLowerCase()); n++) free = `${called} ${n}`;
    taken.add(free.toLowerCase());
    const id = own?.id ?? newId();
    ids.set(uid, id);
    written.push({ id, name: own?.name ?? free, week, exceptions });
  }
  return { ids, written };
};

const placeOf = (
  task: PlanTask,
  difference: Difference | undefined,
  choice: Choice | undefined,
) => {
  const { constraint } = task;
  if (choice !== "theirs" || !difference?.keeps) return constraint;
  if ("constraint" in difference.keeps) return null;
  if ("startNoEarlier" in difference.keeps)
    return { kind: "startNoEarlier" as const, at: difference.keeps.startNoEarlier };
  return constraint;
};

type Ids = { tasks: ReadonlyMap<string, string>; calendars: ReadonlyMap<string, string> };
type From = {
  file: Plan;
  ids: Ids;
  before: KeptTask | undefined;
  difference: Difference | undefined;
  choice: Choice | undefined;
};

// What the file says of a task; crew, owner and cost codes stay what they were.
const taskFrom = (task: PlanTask, { file, ids, before, difference, choice }: From): KeptTask => {
  const done = task.actualFinish !== null;
  const begun = task.actualStart !== null;
  const isSummary = task.kind === "summary";
  const named = task.calendar ?? file.calendar;
  return {
    id: ids.tasks.get(task.uid)!,
    parentId: task.parent === null ? null : (ids.tasks.get(task.parent) ?? null),
    code: task.code.slice(0, 40),
    name: task.name.slice(0, 200) || task.code,
    kind: task.kind,
    calendarId: isSummary || named === null ? null : (ids.calendars.get(named) ?? null),
    duration: task.duration,
    remaining: done ? 0 : begun ? task.remaining : task.duration,
    percent: done ? 100 : begun ? Math.min(99, Math.round(task.percent)) : 0,
    constraint: isSummary ? null : placeOf(task, difference, choice),
    deadline: isSummary ? null : task.deadline,
    actualStart: isSummary ? null : task.actualStart,
    actualFinish: isSummary ? null : task.actualFinish,
    crew: before?.crew ?? "",
    ownerId: before?.ownerId ?? null,
    costs: isSummary ? [] : (before?.costs ?? []),
  };
};

const linkFrom = (
  link: PlanLink,
  difference: Difference | undefined,
  choice: Choice | undefined,
): PlanLink => {
  const keeps = choice === "theirs" ? difference?.keeps : null;
  return keeps && "lagCalendar" in keeps ? { ...link, lagCalendar: keeps.lagCalendar } : link;
};

type Gathering = {
  file: Plan;
  standing: Standing;
  differences: readonly Difference[];
  choices: Choices;
};

// Which task of the schedule each of the file's is, by code; a new one has a new id.
const idsOf = ({ file, standing, choices }: Gathering, newId: () => string) => {
  const byCode = new Map(standing.plan.tasks.map((task) => [task.code, task]));
  const numbers = new Map(standing.plan.tasks.map((task, at) => [String(at + 1), task]));
  const before = new Map<string, KeptTask>();
  const tasks = new Map<string, string>();
  for (const task of file.tasks) {
    const numbered = numbers.get(task.code);
    const known = byCode.get(task.code) ?? (numbered?.code === "" ? numbered : undefined);
    if (known) before.set(task.uid, known);
    else if (choices.tasks[task.code] === "ours") continue;
    tasks.set(task.uid, known?.id ?? newId());
  }
  return { before, tasks };
};

/**
 * The schedule that a file and what was decided of it make. A task that stays ours keeps its content
 * and its links; one that is gone in the file and stays ours stays.
 */
export const mergedPlan = (of: Gathering, newId: () => string): Merged => {
  const { file, standing, differences, choices } = of;
  const { before, tasks: taskIds } = idsOf(of, newId);
  const { ids: calendarIds, written } = calendarsOf(file, standing, newId);
  const ids = { tasks: taskIds, calendars: calendarIds };
  const differs = new Map(differences.map((each) => [each.uid, each]));
  const isOurs = ({ uid, code }: PlanTask) => before.has(uid) && choices.tasks[code] === "ours";
  const ours = new Set(file.tasks.filter(isOurs).map(({ uid }) => taskIds.get(uid)!));
  const named = new Set(taskIds.values());
  const stays = standing.plan.tasks.filter(
    ({ id, code, kind }) => !named.has(id) && kind !== "summary" && choices.tasks[code] === "ours",
  );
  const tasks = file.tasks
    .filter(({ uid }) => taskIds.has(uid))
    .map((task): KeptTask => {
      const known = before.get(task.uid);
      const parentId = task.parent === null ? null : (taskIds.get(task.parent) ?? null);
      if (known && isOurs(task)) return { ...known, parentId };
      const [difference, choice] = [differs.get(task.uid), choices.dates[task.uid]];
      return taskFrom(task, { file, ids, before: known, difference, choice });
    });
  const there = new Set([...tasks, ...stays].map(({ id }) => id));
  const parentOf = ({ parentId }: KeptTask) =>
    parentId !== null && there.has(parentId) ? parentId : null;
  const all = [...tasks, ...stays.map((task) => ({ ...task, parentId: parentOf(task) }))];
  const keeps = new Set([...ours, ...stays.map(({ id }) => id)]);
  return {
    tasks: all,
    links: linksOf(of, { taskIds, keeps, all, differs }, newId),
    calendars: written,
  };
};

type Linked = {
  taskIds: ReadonlyMap<string, string>;
  keeps: ReadonlySet<string>;
  all: readonly KeptTask[];
  differs: ReadonlyMap<string, Difference>;
};

// Links come with their successor: the file's, or ours where its content stays ours.
const linksOf = (
  { file, standing, choices }: Gathering,
  { taskIds, keeps, all, differs }: Linked,
  newId: () => string,
): KeptLink[] => {
  const works = new Set(all.filter(({ kind }) => kind !== "summary").map(({ id }) => id));
  const known = new Map(
    standing.plan.links.map((link) => [`${link.from} ${link.to} ${link.type}`, link.id]),
  );
  const found = new Map<string, KeptLink>();
  const put = (link: Omit<KeptLink, "id">) => {
    const key = `${link.from} ${link.to} ${link.type}`;
    if (!works.has(link.from) || !works.has(link.to) || link.from === link.to) return;
    found.set(key, { ...link, id: known.get(key) ?? newId() });
  };
  for (const each of file.links) {
    const [from, to] = [taskIds.get(each.from), taskIds.get(each.to)];
    if (from === undefined || to === undefined || keeps.has(to)) continue;
    put({ ...linkFrom(each, differs.get(each.to), choices.dates[each.to]), from, to });
  }
  for (const link of standing.plan.links) if (keeps.has(link.to)) put(link);
  return [...found.values()];
};
