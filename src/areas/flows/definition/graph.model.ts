import { waits, type FlowEdge, type FlowNode, type Graph } from "./flow.labels.ts";

/** What is wrong with the shape of a graph, and at which step. */
export type GraphProblem = {
  rule: "start" | "name" | "edge" | "exits" | "default" | "orphan" | "end" | "loop";
  /** The step's id; null: the workflow itself. */
  at: string | null;
  sentence: string;
};

export const edgesFrom = (graph: Graph, id: string): readonly FlowEdge[] =>
  graph.edges.filter((edge) => edge.from === id);

/** Everything that can be reached from these steps along `next`, themselves among it. */
const reach = (
  from: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): Set<string> => {
  const seen = new Set(from);
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const to of next.get(id) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
};

const grouped = (pairs: readonly (readonly [string, string])[]): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
};

/** Steps that lie on a circle among `nodes` alone. */
const onCircles = (nodes: ReadonlySet<string>, edges: readonly FlowEdge[]): Set<string> => {
  const inside = edges.filter((edge) => nodes.has(edge.from) && nodes.has(edge.to));
  const next = grouped(inside.map((edge) => [edge.from, edge.to]));
  return new Set([...nodes].filter((id) => reach(next.get(id) ?? [], next).has(id)));
};

const named = (node: FlowNode) => `“${node.label}”`;

const exitsOf = (node: FlowNode, out: readonly FlowEdge[]): GraphProblem[] => {
  const wrong = (rule: GraphProblem["rule"], sentence: string) => [{ rule, at: node.id, sentence }];
  if (node.kind === "end")
    return out.length ? wrong("exits", `${named(node)} is an end: nothing follows it.`) : [];
  if (out.some((edge) => edge.to === node.id && !waits(node)))
    return wrong("exits", `${named(node)} leads to itself.`);
  if (node.kind === "condition") {
    const rest = out.filter((edge) => edge.when === null).length;
    return [
      ...(rest === 1
        ? []
        : wrong("default", `${named(node)} needs one way for everything else, and has ${rest}.`)),
      ...(out.length > 1 ? [] : wrong("exits", `${named(node)} needs two ways out at least.`)),
    ];
  }
  if (node.kind === "approval") {
    const told = out.map((edge) => edge.outcome ?? "");
    return told.toSorted().join() === "approved,rejected"
      ? []
      : wrong("exits", `${named(node)} needs a way when approved and a way when rejected.`);
  }
  return out.length === 1
    ? []
    : wrong("exits", `${named(node)} needs one step behind it, and has ${out.length}.`);
};

const namesOf = ({ nodes, edges }: Graph): GraphProblem[] => {
  const ids = new Set(nodes.map((node) => node.id));
  const twice = nodes.filter((node, at) => nodes.findIndex((n) => n.id === node.id) !== at);
  return [
    ...twice.map((node): GraphProblem => ({
      rule: "name",
      at: node.id,
      sentence: `Two steps have the name ${node.id}.`,
    })),
    ...edges
      .filter((edge) => !ids.has(edge.from) || !ids.has(edge.to))
      .map((edge): GraphProblem => ({
        rule: "edge",
        at: ids.has(edge.from) ? edge.from : null,
        sentence: `A way leads from ${edge.from} to ${edge.to}, which is not a step.`,
      })),
  ];
};

const startsOf = ({ nodes, edges }: Graph): GraphProblem[] => {
  const starts = nodes.filter((node) => node.kind === "start");
  return [
    ...(starts.length === 1
      ? []
      : [
          {
            rule: "start" as const,
            at: starts[1]?.id ?? null,
            sentence: starts.length ? "A workflow has one start alone." : "Add a start.",
          },
        ]),
    ...starts
      .filter((start) => edges.some((edge) => edge.to === start.id))
      .map((start): GraphProblem => ({
        rule: "start",
        at: start.id,
        sentence: `Nothing leads back to ${named(start)}.`,
      })),
  ];
};

const coursesOf = (graph: Graph): GraphProblem[] => {
  const { nodes, edges } = graph;
  const of = (ids: ReadonlySet<string>) => nodes.filter((node) => ids.has(node.id));
  const forth = grouped(edges.map((edge) => [edge.from, edge.to]));
  const back = grouped(edges.map((edge) => [edge.to, edge.from]));
  const idsOf = (kind: FlowNode["kind"]) =>
    nodes.filter((node) => node.kind === kind).map((node) => node.id);
  const reached = reach(idsOf("start"), forth);
  const ending = reach(idsOf("end"), back);
  const still = new Set(
    nodes.filter((node) => reached.has(node.id) && !waits(node)).map((node) => node.id),
  );
  return [
    ...nodes
      .filter((node) => !reached.has(node.id))
      .map((node): GraphProblem => ({
        rule: "orphan",
        at: node.id,
        sentence: `No way leads from the start to ${named(node)}.`,
      })),
    ...of(reached)
      .filter((node) => !ending.has(node.id))
      .map((node): GraphProblem => ({
        rule: "end",
        at: node.id,
        sentence: `From ${named(node)} no way leads to an end.`,
      })),
    ...of(onCircles(still, edges)).map((node): GraphProblem => ({
      rule: "loop",
      at: node.id,
      sentence: `${named(node)} lies in a circle without a person and without a timer.`,
    })),
  ];
};

/**
 * What keeps a graph from being run: one start; every step can be reached from it and reaches an
 * end; a condition has one default; an approval both ways; no circle without a person or a timer.
 * Pure; none where it can stand.
 */
export const graphProblems = (graph: Graph): GraphProblem[] => [
  ...namesOf(graph),
  ...startsOf(graph),
  ...graph.nodes.flatMap((node) => exitsOf(node, edgesFrom(graph, node.id))),
  ...coursesOf(graph),
];
