import { drivenBy, drivingEdges, longestPath, type Driver } from "./driving.model.ts";
import { orderedNodes, type Edge, type Network, type Node } from "./network.model.ts";
import {
  beginOf,
  limitOf,
  lowerBounds,
  placeEarly,
  placeLate,
  tighter,
  upperBounds,
} from "./place.model.ts";
import type { Minute } from "./worktime.model.ts";

/** Where a task lies, what it may slip, and what puts it there. */
export type Scheduled = {
  id: string;
  start: Minute;
  finish: Minute;
  /** Where what is left begins; the start of what has not begun. */
  resumes: Minute;
  lateStart: Minute;
  lateFinish: Minute;
  /** Minutes of its calendar; null of what is done. Below zero, a constraint or deadline is missed. */
  totalFloat: number | null;
  freeFloat: number | null;
  criticalByFloat: boolean;
  onLongestPath: boolean;
  driver: Driver;
  /** Links that put it where it is, each alone. */
  drivingLinks: readonly string[];
};
export type Schedule = { finish: Minute; tasks: readonly Scheduled[] };

const passForward = (of: Network, order: readonly Node[]): Minute => {
  for (const node of order) {
    const { actualStart, actualFinish } = node.task;
    node.early =
      node.state === "done"
        ? { start: actualStart ?? actualFinish!, finish: actualFinish! }
        : placeEarly(node, lowerBounds(of, node));
  }
  return order.reduce((last, { early }) => Math.max(last, early.finish), of.start);
};

// From the last task back, so that each sees its successors where they stay. What is as late as
// possible takes the float that is its own.
const takeFreeFloat = (of: Network, order: readonly Node[], finish: Minute): Map<Node, number> => {
  const free = new Map<Node, number>();
  for (const node of order.toReversed()) {
    if (node.state === "done") continue;
    const { calendar, constraint } = node.task;
    const whole = { start: Infinity, finish };
    const bounds = tighter(
      whole,
      upperBounds(node, ({ early }) => early),
    );
    if (constraint?.kind === "asLateAsPossible" && node.state === "ahead") {
      const last = placeLate(node, tighter(bounds, limitOf(node)));
      const lower = lowerBounds(of, node);
      node.early = placeEarly(node, { ...lower, start: Math.max(lower.start, last.start) });
    }
    const last = placeLate(node, bounds);
    free.set(node, calendar.worked(last.finish) - calendar.worked(node.early.finish));
  }
  return free;
};

const passBackward = (order: readonly Node[], finish: Minute): void => {
  for (const node of order.toReversed()) {
    const whole = { start: Infinity, finish };
    const bounds = tighter(
      tighter(whole, limitOf(node)),
      upperBounds(node, ({ late }) => late),
    );
    node.late = node.state === "done" ? node.early : placeLate(node, bounds);
  }
};

type Marks = { freeFloat: number | null; longest: boolean; edges: readonly Edge[] };

const scheduled = (of: Network, node: Node, { freeFloat, longest, edges }: Marks): Scheduled => {
  const { task, early, late } = node;
  const { calendar } = task;
  const total = calendar.worked(late.finish) - calendar.worked(early.finish);
  const done = node.state === "done";
  const at = done || total === 0;
  return {
    id: task.id,
    start: beginOf(node),
    finish: early.finish,
    resumes: early.start,
    lateStart: at ? early.start : late.start,
    // The end of the work, not the moment at which the next could begin.
    lateFinish: at ? early.finish : calendar.end(calendar.worked(late.finish)),
    totalFloat: done ? null : total,
    freeFloat,
    criticalByFloat: !done && total <= 0,
    onLongestPath: longest,
    driver: drivenBy(of, node, edges),
    drivingLinks: edges.map(({ link }) => link.id),
  };
};

/**
 * The dates of a network by the critical path method (docs/decisions/0253): forward from the data
 * date, back from its finish. @throws Loop, NoWorkTime.
 */
export const scheduleOf = (of: Network): Schedule => {
  const order = orderedNodes(of);
  const finish = passForward(of, order);
  passBackward(order, finish);
  const free = takeFreeFloat(of, order, finish);
  const driving = drivingEdges(order);
  const path = longestPath(order, driving, finish);
  const byId = new Map(
    order.map((node) => [
      node.task.id,
      scheduled(of, node, {
        freeFloat: free.get(node) ?? null,
        longest: path.has(node),
        edges: driving.get(node) ?? [],
      }),
    ]),
  );
  return { finish, tasks: of.tasks.map(({ id }) => byId.get(id)!) };
};
