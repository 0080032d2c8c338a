import { causeOf, moved, shiftSaid, type Cause, type Pair } from "./cause.model.ts";
import { daysBehind } from "./moment.model.ts";
import type { KeptTask, Snapshot } from "./snapshot.model.ts";
import type { Minute } from "./worktime.model.ts";

/** What happened to a task between two snapshots. */
export type Moved = {
  taskId: string;
  name: string;
  wasFinish: Minute | null;
  finish: Minute | null;
  /** Days by which it finishes later; below zero earlier. */
  days: number;
  cause: Cause;
  /** The task that it waits for. */
  by: string | null;
  /** The task at the beginning of all that waits. */
  root: string | null;
  says: string;
};

const byId = <T extends { id: string }>(of: readonly T[]) =>
  new Map(of.map((each) => [each.id, each]));
const work = ({ tasks }: Snapshot): KeptTask[] => tasks.filter(({ kind }) => kind !== "summary");

const shifted = (pair: Pair): Moved[] =>
  work(pair.after).flatMap((now): Moved[] => {
    const old = pair.stood.get(now.id);
    const head = { taskId: now.id, name: now.name, finish: now.finish, root: null };
    if (!old)
      return [
        {
          ...head,
          wasFinish: null,
          days: 0,
          cause: "new",
          by: null,
          says: "It was not there before.",
        },
      ];
    if (!moved(old, now)) return [];
    const days = daysBehind(now.finish, old.finish);
    return [{ ...head, wasFinish: old.finish, days, ...causeOf(pair, old, now) }];
  });

const gone = ({ before, stands }: Pair): Moved[] =>
  work(before)
    .filter(({ id }) => !stands.has(id))
    .map(({ id: taskId, name, finish: wasFinish }) => ({
      ...{ taskId, name, wasFinish, finish: null, days: 0, by: null, root: null },
      ...{ cause: "gone", says: "It is not there any more." },
    }));

// Back from predecessor to predecessor, to the one that moved for another reason.
const rootOf = (of: Moved, all: ReadonlyMap<string, Moved>): Moved | null => {
  let at = of;
  for (let steps = 0; at.cause === "predecessor" && at.by !== null && steps < all.size; steps++) {
    const next = all.get(at.by);
    if (!next) break;
    at = next;
  }
  return at === of ? null : at;
};

const withRoot = (of: Moved, all: ReadonlyMap<string, Moved>): Moved => {
  const root = rootOf(of, all);
  if (!root) return of;
  const far = root.taskId !== of.by;
  const begins = far ? ` All of it begins with ${root.name}: ${root.says}` : ` ${root.says}`;
  return { ...of, root: root.taskId, says: `${of.says}${begins}` };
};

/**
 * What moved from one snapshot to another, by which cause; what slipped most comes first. Summaries
 * follow from their tasks and are left out.
 */
export const comparedOf = (before: Snapshot, after: Snapshot): Moved[] => {
  const pair: Pair = {
    before,
    after,
    stood: byId(before.tasks),
    stands: byId(after.tasks),
    oldLinks: byId(before.links),
    links: byId(after.links),
  };
  const found = [...shifted(pair), ...gone(pair)];
  const all = new Map(found.map((each) => [each.taskId, each]));
  return found
    .map((each) => withRoot(each, all))
    .toSorted((a, b) => b.days - a.days || (a.finish ?? 0) - (b.finish ?? 0));
};

/** The finish of one snapshot behind that of another, in words. */
export const finishSaid = (before: Snapshot, after: Snapshot): string => {
  const days = daysBehind(after.finish, before.finish);
  return days === 0 ? "The finish stays." : `The finish lies ${shiftSaid(days)}.`;
};
