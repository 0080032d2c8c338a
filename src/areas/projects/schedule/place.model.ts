import type { Edge, Network, NetworkLink, Node, Span } from "./network.model.ts";
import type { Minute } from "./worktime.model.ts";

/** What start and finish are held to from one side. */
export type Bounds = { start: Minute; finish: Minute };

const none: Bounds = { start: -Infinity, finish: -Infinity };
const open: Bounds = { start: Infinity, finish: Infinity };

/** The first place of a task that is not before its bounds. */
export const placeEarly = ({ task: { calendar }, work }: Node, bounds: Bounds): Span => {
  if (work === 0) {
    const at = calendar.up(Math.max(bounds.start, bounds.finish));
    return { start: at, finish: at };
  }
  const before = Math.max(calendar.worked(bounds.start), calendar.worked(bounds.finish) - work);
  const finish = calendar.end(before + work);
  return {
    start: calendar.start(before),
    // What may not finish while nobody works finishes when work goes on.
    finish: bounds.finish > finish ? calendar.up(bounds.finish) : finish,
  };
};

/** The last place of a task that is not behind its bounds. */
export const placeLate = ({ task: { calendar }, work }: Node, bounds: Bounds): Span => {
  if (work === 0) {
    const at = calendar.down(Math.min(bounds.start, bounds.finish));
    return { start: at, finish: at };
  }
  const byFinish = calendar.worked(bounds.finish) - work;
  // It begins with a minute of work, and not behind its bound.
  const byStart = bounds.start === Infinity ? Infinity : calendar.worked(bounds.start + 1) - 1;
  const before = Math.min(byFinish, byStart);
  return {
    start: calendar.start(before),
    finish: Math.min(calendar.start(before + work), calendar.down(bounds.finish)),
  };
};

const fromFinish = ({ type }: NetworkLink): boolean => type === "FS" || type === "FF";
const atStart = ({ type }: NetworkLink): boolean => type === "FS" || type === "SS";

/** When a task begins or began. */
export const beginOf = ({ task, early }: Node): Minute => task.actualStart ?? early.start;

/** What one link holds its successor to. */
export const boundOf = ({ link, from, clock }: Edge): Bounds => {
  const at = fromFinish(link) ? from.early.finish : beginOf(from);
  const bound = clock.after(at, link.lag);
  return atStart(link) ? { start: bound, finish: -Infinity } : { start: -Infinity, finish: bound };
};

/** What its constraint holds a task to that has not begun. */
export const constraintBound = ({ task: { constraint }, state }: Node): Bounds => {
  if (!constraint || state !== "ahead") return none;
  const { kind, at } = constraint;
  if (kind === "startNoEarlier" || kind === "startOn") return { ...none, start: at };
  if (kind === "finishNoEarlier" || kind === "finishOn") return { ...none, finish: at };
  return none;
};

/** Before which nothing that is left of a task is done. */
const floorOf = (of: Network, { task, state }: Node): Minute =>
  state === "running" ? Math.max(of.dataDate, task.actualStart!) : Math.max(of.dataDate, of.start);

/** What a task is not before: the data date, its constraint, its predecessors. */
export const lowerBounds = (of: Network, node: Node): Bounds => {
  const own = constraintBound(node);
  let start = Math.max(floorOf(of, node), own.start);
  let finish = own.finish;
  for (const edge of node.into) {
    const bound = boundOf(edge);
    start = Math.max(start, bound.start);
    finish = Math.max(finish, bound.finish);
  }
  return { start, finish };
};

/** What a task is not behind, so that none of its successors leaves its place. */
export const upperBounds = (node: Node, placeOf: (node: Node) => Span): Bounds => {
  let { start, finish } = open;
  for (const { link, to, clock } of node.outOf) {
    const place = placeOf(to);
    const fromStart = !fromFinish(link);
    // What began cannot begin later.
    if (fromStart && node.state !== "ahead") continue;
    const bound = clock.back(atStart(link) ? place.start : place.finish, link.lag);
    if (fromStart) start = Math.min(start, bound);
    else finish = Math.min(finish, bound);
  }
  return { start, finish };
};

/** What constraint and deadline hold a task to. */
export const limitOf = ({ task: { constraint, deadline }, state }: Node): Bounds => {
  let { start, finish } = open;
  if (deadline !== null) finish = deadline;
  if (!constraint) return { start, finish };
  const { kind, at } = constraint;
  if (state === "ahead" && (kind === "startNoLater" || kind === "startOn")) start = at;
  if (kind === "finishNoLater" || kind === "finishOn") finish = Math.min(finish, at);
  return { start, finish };
};

export const tighter = (one: Bounds, other: Bounds): Bounds => ({
  start: Math.min(one.start, other.start),
  finish: Math.min(one.finish, other.finish),
});
