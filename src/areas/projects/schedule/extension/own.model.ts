import { constraintBound, boundOf } from "../place.model.ts";
import { orderedNodes, type Node } from "../network.model.ts";
import type { KeptTask, Snapshot } from "../snapshot.model.ts";
import { allHours, minuteOf, type WorkTime } from "../worktime.model.ts";

/** The hours that a task of a snapshot goes by. */
export type Clocks = (of: Snapshot, calendarId: string | null) => WorkTime;

export const workOf = ({ tasks }: Snapshot): KeptTask[] =>
  tasks.filter(({ kind }) => kind !== "summary");

// Every task as if it had not begun, so that its links still say from when on it could.
const nodesWhereTheyLie = (of: Snapshot, clockOf: Clocks): Node[] => {
  const tasks = workOf(of);
  const at = new Map(tasks.map((task) => [task.id, task]));
  const nodes = orderedNodes({
    start: minuteOf(of.start),
    dataDate: minuteOf(of.start),
    outOfSequence: of.outOfSequence,
    calendar: clockOf(of, null),
    allHours: allHours(),
    tasks: tasks.map((task) => ({
      ...task,
      calendar: clockOf(of, task.calendarId),
      actualStart: null,
      actualFinish: null,
    })),
    links: of.links,
  });
  for (const node of nodes) {
    const { start, finish } = at.get(node.task.id)!;
    node.early = { start, finish };
  }
  return nodes;
};

/**
 * What each task took by itself, in minutes of its calendar: from when it could begin or go on, by
 * what it waits for and not before `from`, until its finish. A wait for a predecessor is not its own.
 */
export const ownLengths = (
  of: Snapshot,
  from: number,
  clockOf: Clocks,
): ReadonlyMap<string, number> => {
  const kept = new Map(of.tasks.map((task) => [task.id, task]));
  return new Map(
    nodesWhereTheyLie(of, clockOf).map((node): [string, number] => {
      const { id, constraint, calendar } = node.task;
      const task = kept.get(id)!;
      if (constraint?.kind === "asLateAsPossible" && task.actualStart === null)
        return [id, task.duration];
      const bounds = [constraintBound(node), ...node.into.map(boundOf)];
      const begins = Math.max(from, ...bounds.map(({ start }) => start));
      const ends = Math.max(...bounds.map(({ finish }) => finish));
      const free = Math.max(
        calendar.worked(begins),
        ends === -Infinity ? 0 : calendar.worked(ends) - task.duration,
      );
      return [id, Math.max(0, calendar.worked(task.finish) - free)];
    }),
  );
};
