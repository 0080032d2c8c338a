// A solver that only walks minute by minute over a short stretch of time, written apart from the
// engine: what it finds, the engine must find.
import type { LinkType, OutOfSequence } from "./network.model.ts";

/** Minutes of the stretch, and in which of them a calendar works. */
export type Minutes = readonly boolean[];
export type NaiveTask = {
  works: Minutes;
  duration: number;
  noEarlier: { start: number; finish: number };
  noLater: { start: number; finish: number };
  alap: boolean;
  actualStart: number | null;
  actualFinish: number | null;
  remaining: number;
};
type NaiveLink = { from: number; to: number; type: LinkType; lag: number; clock: Minutes };
export type Naive = {
  floor: number;
  dataDate: number;
  outOfSequence: OutOfSequence;
  tasks: readonly NaiveTask[];
  links: readonly NaiveLink[];
};
type Place = { start: number; finish: number };

// The first moment at most so far away in work: forward until the lag is worked, back until more
// than the lead would be.
const lagged = (clock: Minutes, at: number, lag: number): number => {
  let left = lag;
  let here = at;
  if (lag > 0) for (; left > 0; here++) if (clock[here]) left--;
  if (lag < 0)
    for (; here > 0; here--) {
      if (clock[here - 1] && left === 0) break;
      if (clock[here - 1]) left++;
    }
  return here;
};

// The last moment from which the lag does not lead behind `at`.
const lastBefore = (clock: Minutes, at: number, lag: number): number => {
  let left = Math.abs(lag);
  let here = at;
  if (lag > 0) for (; left > 0 && here > 0; here--) if (clock[here - 1]) left--;
  if (lag < 0)
    for (; here < clock.length; here++) {
      if (clock[here] && left === 0) break;
      if (clock[here]) left--;
    }
  return here;
};

const touches = (works: Minutes, at: number): boolean => Boolean(works[at] || works[at - 1]);
const ends = (works: Minutes, start: number, work: number): number => {
  let at = start;
  for (let left = work; left > 0; at++) {
    if (at >= works.length) return Infinity;
    if (works[at]) left--;
  }
  return at;
};

const workOf = ({ actualStart, actualFinish, remaining, duration }: NaiveTask): number =>
  actualFinish !== null ? 0 : actualStart !== null ? remaining : duration;

// Every start in its turn, until one keeps both bounds.
const earliest = (task: NaiveTask, work: number, bounds: Place): Place => {
  for (let start = Math.max(0, bounds.start); ; start++) {
    if (work === 0) {
      if (start >= bounds.finish && touches(task.works, start)) return { start, finish: start };
      continue;
    }
    if (!task.works[start]) continue;
    let finish = ends(task.works, start, work);
    while (finish < bounds.finish && !task.works[finish]) finish++;
    if (finish < bounds.finish) continue;
    const natural = ends(task.works, start, work);
    if (finish > natural) while (!touches(task.works, finish)) finish++;
    return { start, finish };
  }
};

const latest = (task: NaiveTask, work: number, bounds: Place): Place => {
  const last = Math.min(bounds.start, bounds.finish, task.works.length - 1);
  for (let start = last; start >= 0; start--) {
    if (work === 0) {
      if (start <= bounds.finish && touches(task.works, start)) return { start, finish: start };
      continue;
    }
    if (!task.works[start]) continue;
    const natural = ends(task.works, start, work);
    if (natural > bounds.finish) continue;
    let goesOn = natural;
    while (goesOn < task.works.length && !task.works[goesOn]) goesOn++;
    let finish = Math.min(goesOn, bounds.finish);
    while (!touches(task.works, finish)) finish--;
    return { start, finish };
  }
  return { start: -1, finish: -1 };
};

const counts = (of: Naive, { to, type }: NaiveLink): boolean => {
  const task = of.tasks[to]!;
  if (task.actualFinish !== null) return false;
  return !(task.actualStart !== null && type.endsWith("S") && of.outOfSequence === "override");
};

const lowest = (of: Naive, at: number, early: readonly Place[]): Place => {
  const task = of.tasks[at]!;
  const ahead = task.actualStart === null;
  const floor = ahead
    ? Math.max(of.floor, of.dataDate, task.noEarlier.start)
    : Math.max(of.dataDate, task.actualStart!);
  const bounds = { start: floor, finish: ahead ? task.noEarlier.finish : 0 };
  for (const link of of.links.filter((each) => each.to === at && counts(of, each))) {
    const from = of.tasks[link.from]!;
    const began = from.actualStart ?? early[link.from]!.start;
    const base = link.type.startsWith("F") ? early[link.from]!.finish : began;
    const bound = lagged(link.clock, base, link.lag);
    if (link.type.endsWith("S")) bounds.start = Math.max(bounds.start, bound);
    else bounds.finish = Math.max(bounds.finish, bound);
  }
  return bounds;
};

const highest = (of: Naive, at: number, places: readonly Place[], finish: number): Place => {
  const bounds = { start: of.tasks[at]!.works.length, finish };
  for (const link of of.links.filter((each) => each.from === at && counts(of, each))) {
    const atStart = link.type.startsWith("S");
    if (atStart && of.tasks[at]!.actualStart !== null) continue;
    const to = places[link.to]!;
    const bound = lastBefore(link.clock, link.type.endsWith("S") ? to.start : to.finish, link.lag);
    if (atStart) bounds.start = Math.min(bounds.start, bound);
    else bounds.finish = Math.min(bounds.finish, bound);
  }
  return bounds;
};

const same = (a: Place, b: Place): boolean => a.start === b.start && a.finish === b.finish;
const doneAt = ({ actualStart, actualFinish }: NaiveTask): Place | null =>
  actualFinish === null ? null : { start: actualStart!, finish: actualFinish };

// Over and over, in no order, until nothing moves.
const settle = (
  places: Place[],
  next: (at: number, places: readonly Place[]) => Place,
): Place[] => {
  for (let moved = true; moved;) {
    moved = false;
    for (const [at, place] of places.entries()) {
      const found = next(at, places);
      if (!same(found, place)) [places[at], moved] = [found, true];
    }
  }
  return places;
};

const between = (works: Minutes, from: number, to: number): number => {
  let sum = 0;
  for (let at = from; at < to; at++) if (works[at]) sum++;
  for (let at = to; at < from; at++) if (works[at]) sum--;
  return sum;
};

export type NaiveDates = { early: Place[]; late: Place[]; free: number[]; finish: number };

/** Dates of tasks whose links lead from one to a later one. */
export const naiveDates = (of: Naive): NaiveDates => {
  const { tasks } = of;
  const early = settle(
    tasks.map(() => ({ start: 0, finish: 0 })),
    (at, places) => {
      const task = tasks[at]!;
      return doneAt(task) ?? earliest(task, workOf(task), lowest(of, at, places));
    },
  );
  const finish = Math.max(of.floor, ...early.map((place) => place.finish));
  const last = { start: tasks[0]!.works.length, finish: tasks[0]!.works.length };
  const late = settle(
    tasks.map(() => last),
    (at, places) => {
      const task = tasks[at]!;
      const { start, finish: bound } = highest(of, at, places, finish);
      const ahead = task.actualStart === null;
      const bounds = {
        start: ahead ? Math.min(start, task.noLater.start) : start,
        finish: Math.min(bound, task.noLater.finish),
      };
      return doneAt(task) ?? latest(task, workOf(task), bounds);
    },
  );
  const free = tasks.map(() => 0);
  for (const [at, task] of [...tasks.entries()].toReversed()) {
    if (task.actualFinish !== null) continue;
    const bounds = highest(of, at, early, finish);
    if (task.alap && task.actualStart === null) {
      const last = latest(task, workOf(task), {
        ...bounds,
        finish: Math.min(bounds.finish, task.noLater.finish),
      });
      const lower = lowest(of, at, early);
      early[at] = earliest(task, workOf(task), {
        ...lower,
        start: Math.max(lower.start, last.start),
      });
    }
    const last = latest(task, workOf(task), bounds);
    free[at] = between(task.works, early[at]!.finish, last.finish);
  }
  return { early, late, free, finish };
};
