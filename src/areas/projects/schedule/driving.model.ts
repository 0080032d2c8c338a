import type { Edge, Network, Node } from "./network.model.ts";
import { boundOf, constraintBound, placeEarly, type Bounds } from "./place.model.ts";
import type { Minute } from "./worktime.model.ts";

/** What puts a task where it is. */
export type Driver =
  | { by: "link"; linkId: string; taskId: string }
  | { by: "constraint" | "dataDate" | "projectStart" | "asLateAsPossible" | "actual" };

const placedBy = (node: Node, bounds: Bounds): boolean => {
  if (Math.max(bounds.start, bounds.finish) === -Infinity) return false;
  const { start, finish } = placeEarly(node, bounds);
  return start === node.early.start && finish === node.early.finish;
};

/** The links of each task that put it where it is, each alone. */
export const drivingEdges = (order: readonly Node[]): ReadonlyMap<Node, readonly Edge[]> =>
  new Map(
    order
      .filter(({ state }) => state !== "done")
      .map((node) => [node, node.into.filter((edge) => placedBy(node, boundOf(edge)))]),
  );

/** What puts a task where it is: a predecessor if one alone does, else its constraint, else the day. */
export const drivenBy = (of: Network, node: Node, edges: readonly Edge[]): Driver => {
  if (node.state === "done") return { by: "actual" };
  const [first] = edges;
  if (first) return { by: "link", linkId: first.link.id, taskId: first.from.task.id };
  if (placedBy(node, constraintBound(node))) return { by: "constraint" };
  if (node.task.constraint?.kind === "asLateAsPossible" && node.state === "ahead")
    return { by: "asLateAsPossible" };
  return { by: of.dataDate > of.start ? "dataDate" : "projectStart" };
};

/** The tasks from which the finish follows: back from the last ones along the links that drive. */
export const longestPath = (
  order: readonly Node[],
  driving: ReadonlyMap<Node, readonly Edge[]>,
  finish: Minute,
): ReadonlySet<Node> => {
  const path = new Set<Node>();
  for (const node of order.toReversed()) {
    const edges = driving.get(node);
    if (!edges) continue;
    if (node.early.finish === finish) path.add(node);
    if (path.has(node)) for (const { from } of edges) if (from.state !== "done") path.add(from);
  }
  return path;
};
