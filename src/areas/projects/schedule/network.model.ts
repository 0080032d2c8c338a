import type { Minute, WorkTime } from "./worktime.model.ts";

export type LinkType = "FS" | "SS" | "FF" | "SF";
/** In whose working time a lag is counted. */
export type LagCalendar = "predecessor" | "successor" | "project" | "allHours";
export type ConstraintKind =
  | "startNoEarlier"
  | "startNoLater"
  | "startOn"
  | "finishNoEarlier"
  | "finishNoLater"
  | "finishOn"
  | "asLateAsPossible";

/** What is done: a task, or a milestone where it takes no time. Lengths are minutes of its calendar. */
export type NetworkTask = {
  id: string;
  name: string;
  calendar: WorkTime;
  duration: number;
  constraint: { kind: ConstraintKind; at: Minute } | null;
  deadline: Minute | null;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  /** What is left of a task that has begun. */
  remaining: number;
};
export type NetworkLink = {
  id: string;
  from: string;
  to: string;
  type: LinkType;
  /** Minutes in the lag's calendar; a lead is below zero. */
  lag: number;
  lagCalendar: LagCalendar;
};
/** Whether what began before its turn waits for its predecessors with the rest, or goes on. */
export type OutOfSequence = "retained" | "override";
export type Network = {
  start: Minute;
  /** Up to when progress is told: nothing that is left is done before it. */
  dataDate: Minute;
  outOfSequence: OutOfSequence;
  calendar: WorkTime;
  allHours: WorkTime;
  tasks: readonly NetworkTask[];
  links: readonly NetworkLink[];
};

export type Span = { start: Minute; finish: Minute };
/** A task with its links, and where it lies. Of one that has begun, `early` and `late` are what is left. */
export type Node = {
  task: NetworkTask;
  state: "ahead" | "running" | "done";
  /** Minutes of work that are still to be put somewhere. */
  work: number;
  into: Edge[];
  outOf: Edge[];
  early: Span;
  late: Span;
};
export type Edge = { link: NetworkLink; from: Node; to: Node; clock: WorkTime };

/** Tasks that wait for each other in a ring, by name in their order. */
export class Loop extends Error {
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`These tasks wait for each other: ${[...names, names[0]].join(" → ")}.`);
    this.names = names;
  }
}

const clockOf = (of: Network, { lagCalendar }: NetworkLink, from: Node, to: Node): WorkTime => {
  if (lagCalendar === "allHours") return of.allHours;
  if (lagCalendar === "project") return of.calendar;
  return (lagCalendar === "predecessor" ? from : to).task.calendar;
};

const nodeOf = (task: NetworkTask): Node => {
  const state =
    task.actualFinish !== null ? "done" : task.actualStart !== null ? "running" : "ahead";
  const nowhere = { start: 0, finish: 0 };
  return {
    task,
    state,
    work: { ahead: task.duration, running: task.remaining, done: 0 }[state],
    into: [],
    outOf: [],
    early: nowhere,
    late: nowhere,
  };
};

/**
 * Whether a link still places its successor: not one that is done, nor the start of one that has
 * begun and goes on out of sequence.
 */
const binds = (of: Network, edge: Edge): boolean => {
  if (edge.to.state === "done") return false;
  const atStart = edge.link.type.endsWith("S");
  return !(edge.to.state === "running" && atStart && of.outOfSequence === "override");
};

// A ring among the nodes that could not be ordered: back from predecessor to predecessor until one
// comes again.
const ringOf = (left: readonly Node[]): Loop => {
  const among = new Set(left);
  const path: Node[] = [];
  const seen = new Map<Node, number>();
  let at = left[0]!;
  while (!seen.has(at)) {
    seen.set(at, path.length);
    path.push(at);
    at = at.into.find(({ from }) => among.has(from))!.from;
  }
  return new Loop(
    path
      .slice(seen.get(at))
      .toReversed()
      .map(({ task }) => task.name),
  );
};

/** The nodes, each behind its predecessors. @throws Loop where that cannot be. */
const inOrder = (nodes: readonly Node[]): Node[] => {
  const waits = new Map(nodes.map((node) => [node, node.into.length]));
  const order = nodes.filter(({ into }) => into.length === 0);
  for (const node of order)
    for (const { to } of node.outOf) {
      waits.set(to, waits.get(to)! - 1);
      if (waits.get(to) === 0) order.push(to);
    }
  if (order.length < nodes.length) {
    const ordered = new Set(order);
    throw ringOf(nodes.filter((node) => !ordered.has(node)));
  }
  return order;
};

/**
 * The tasks of a network, each behind its predecessors, with the links that place something.
 * @throws Loop where tasks wait for each other.
 */
export const orderedNodes = (of: Network): Node[] => {
  const nodes = new Map(of.tasks.map((task) => [task.id, nodeOf(task)]));
  for (const link of of.links) {
    const [from, to] = [nodes.get(link.from)!, nodes.get(link.to)!];
    const edge = { link, from, to, clock: clockOf(of, link, from, to) };
    from.outOf.push(edge);
    to.into.push(edge);
  }
  const order = inOrder([...nodes.values()]);
  if (order.some(({ state }) => state !== "ahead"))
    for (const node of order) {
      node.into = node.into.filter((edge) => binds(of, edge));
      node.outOf = node.outOf.filter((edge) => binds(of, edge));
    }
  return order;
};
