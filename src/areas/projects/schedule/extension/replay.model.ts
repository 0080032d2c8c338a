import { computedPlan } from "../computed.model.ts";
import { hoursOf } from "../hours.model.ts";
import { Loop } from "../network.model.ts";
import type { PlanLink, PlanTask } from "../plan.model.ts";
import type { KeptTask, Snapshot } from "../snapshot.model.ts";
import { minuteOf, NoWorkTime, WorkTime, type Minute } from "../worktime.model.ts";
import type { Differences } from "./movers.model.ts";
import { workOf, type Clocks } from "./own.model.ts";

/** Hours of calendars of snapshots, each made once. */
export const clocksOfSnapshots = (): Clocks => {
  const made = new Map<object, WorkTime>();
  return (of, calendarId) => {
    const id = calendarId ?? of.calendarId ?? "agency";
    const hours = of.calendars.find((each) => each.id === id) ?? of.calendars[0]!;
    const known = made.get(hours);
    if (known) return known;
    const clock = new WorkTime(hoursOf(hours));
    made.set(hours, clock);
    return clock;
  };
};

const planned = (task: KeptTask): PlanTask => ({ ...task, parentId: null });

// A task as it was, but as long as it took and held to what it is held to now.
const asItWent = (old: KeptTask | undefined, now: KeptTask, length: number): PlanTask => ({
  ...planned(old ?? now),
  calendarId: now.calendarId,
  constraint: now.constraint,
  actualStart: old?.actualStart ?? null,
  actualFinish: old?.actualFinish ?? null,
  duration: length,
  remaining: length,
});

type Pair = { before: Snapshot; after: Snapshot; differences: Differences; clockOf: Clocks };

const tasksWith = (
  { before, after, differences }: Pair,
  put: ReadonlySet<string>,
): readonly PlanTask[] => {
  const stands = new Map(workOf(after).map((task) => [task.id, task]));
  const stood = new Set(before.tasks.map(({ id }) => id));
  const lengthOf = (id: string) => differences.lengths.get(id)!;
  return [
    ...workOf(before).flatMap((old): PlanTask[] => {
      if (!put.has(`task:${old.id}`)) return [planned(old)];
      const now = stands.get(old.id);
      return now ? [asItWent(old, now, lengthOf(old.id))] : [];
    }),
    ...workOf(after)
      .filter(({ id }) => !stood.has(id) && put.has(`task:${id}`))
      .map((now) => asItWent(undefined, now, lengthOf(now.id))),
  ];
};

const linksWith = (
  { differences }: Pair,
  put: ReadonlySet<string>,
  tasks: readonly PlanTask[],
): readonly PlanLink[] => {
  const there = new Set(tasks.map(({ id }) => id));
  return differences.links
    .map(({ was, is, owner }) => (owner === null || put.has(owner) ? is : was))
    .filter((link) => link !== null)
    .filter(({ from, to }) => there.has(from) && there.has(to));
};

/**
 * Where the earlier state would finish had only those changes come to it that are named by key; null
 * where that cannot be computed, as of tasks that would wait for each other then.
 */
export const finishWith = (of: Pair, put: ReadonlySet<string>): Minute | null => {
  const { before, after, clockOf } = of;
  const head = put.has("settings") ? after : before;
  const tasks = tasksWith(of, put);
  const hours = (calendarId: string | null): WorkTime => {
    const id = calendarId ?? head.calendarId ?? "agency";
    const isIn = (side: Snapshot) => side.calendars.some((each) => each.id === id);
    const side = put.has(`calendar:${id}`) || !isIn(before) ? after : before;
    return clockOf(side, id);
  };
  const settings = {
    start: minuteOf(head.start),
    dataDate: minuteOf(before.dataDate),
    outOfSequence: head.outOfSequence,
  };
  try {
    return computedPlan({ tasks, links: linksWith(of, put, tasks) }, settings, hours).finish;
  } catch (error) {
    if (error instanceof Loop || error instanceof NoWorkTime) return null;
    throw error;
  }
};
