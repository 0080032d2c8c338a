import { evaluate, namesIn, truthy, type Logic } from "#kernel/logic/logic.ts";
import type { FlowEdge, FlowNode, Graph } from "../definition/flow.labels.ts";
import { edgesFrom } from "../definition/graph.model.ts";

/** The step behind one; behind an approval by its outcome. Throws where the graph has none. */
export const after = (
  graph: Graph,
  node: FlowNode,
  outcome: "approved" | "rejected" | null = null,
): string => {
  const found = edgesFrom(graph, node.id).find((edge) => edge.outcome === outcome);
  if (!found) throw new Error(`no way leads on from ${node.id}`);
  return found.to;
};

/** The way a condition takes: the first whose rule holds, else its default; and what it read. */
export const wayOf = (
  graph: Graph,
  node: FlowNode,
  facts: Readonly<Record<string, unknown>>,
): { edge: FlowEdge; rule: Logic; reads: readonly string[] } => {
  const ways = edgesFrom(graph, node.id);
  const edge =
    ways.find((way) => way.when !== null && truthy(evaluate(way.when, facts))) ??
    ways.find((way) => way.when === null);
  if (!edge) throw new Error(`no default leads on from ${node.id}`);
  return {
    edge,
    rule: edge.when,
    reads: [...new Set(ways.flatMap((way) => namesIn(way.when)))],
  };
};

/** Whether something that happened to a record begins a run. */
export const begins = (when: Logic, facts: Readonly<Record<string, unknown>>): boolean =>
  when === null || truthy(evaluate(when, facts));
