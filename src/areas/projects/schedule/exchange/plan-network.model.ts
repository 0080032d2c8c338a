import type { Network, NetworkLink, NetworkTask } from "../network.model.ts";
import { allHours, WorkTime } from "../worktime.model.ts";
import { usualWeek, type Plan, type PlanTask } from "./plan.model.ts";

/** A network with the plan's tasks that are worked on; summaries follow from them. */
export type PlanNetwork = Network & {
  byUid: ReadonlyMap<string, NetworkTask>;
  into: ReadonlyMap<string, readonly NetworkLink[]>;
  outOf: ReadonlyMap<string, readonly NetworkLink[]>;
};

const clocksOf = (plan: Plan): ReadonlyMap<string | null, WorkTime> => {
  const clocks = new Map<string | null, WorkTime>(
    plan.calendars.map(({ uid, week, exceptions }) => [
      uid,
      new WorkTime({ week, exceptions: new Map(exceptions.map(({ on, shifts }) => [on, shifts])) }),
    ]),
  );
  const main = clocks.get(plan.calendar);
  return clocks.set(null, main ?? new WorkTime({ week: usualWeek(), exceptions: new Map() }));
};

const taskOf = (task: PlanTask, clocks: ReadonlyMap<string | null, WorkTime>): NetworkTask => ({
  id: task.uid,
  name: task.name,
  calendar: clocks.get(task.calendar) ?? clocks.get(null)!,
  duration: task.duration,
  constraint: task.constraint,
  deadline: task.deadline,
  actualStart: task.actualStart,
  actualFinish: task.actualFinish,
  remaining: task.remaining,
});

const gathered = (links: readonly NetworkLink[], key: "from" | "to") => {
  const by = new Map<string, NetworkLink[]>();
  for (const link of links) {
    const known = by.get(link[key]);
    if (known) known.push(link);
    else by.set(link[key], [link]);
  }
  return by;
};

/** The plan as the engine takes it. Links that touch a summary are left out. */
export const networkOfPlan = (plan: Plan): PlanNetwork => {
  const clocks = clocksOf(plan);
  const tasks = plan.tasks
    .filter(({ kind }) => kind !== "summary")
    .map((task) => taskOf(task, clocks));
  const byUid = new Map(tasks.map((task) => [task.id, task]));
  const links = plan.links
    .filter(({ from, to }) => byUid.has(from) && byUid.has(to))
    .map((link, at): NetworkLink => ({ id: `l${at}`, ...link }));
  return {
    start: plan.start,
    dataDate: plan.dataDate,
    outOfSequence: plan.outOfSequence,
    calendar: clocks.get(null)!,
    allHours: allHours(),
    tasks,
    links,
    byUid,
    into: gathered(links, "to"),
    outOf: gathered(links, "from"),
  };
};
