import {
  nodeKinds,
  type FlowEdge,
  type FlowNode,
  type Graph,
  type NodeKind,
} from "../definition/flow.labels.ts";

/** Steps that a designer adds. */
export const addable = (Object.keys(nodeKinds) as NodeKind[]).filter((kind) => kind !== "start");

export const blankGraph: Graph = {
  nodes: [
    { id: "start", label: "Start", kind: "start", trigger: { on: "hand", noun: null } },
    { id: "end", label: "End", kind: "end", outcome: "" },
  ],
  edges: [{ from: "start", to: "end", when: null, outcome: null }],
};

const freshId = (graph: Graph, kind: string): string => {
  for (let n = 1; ; n++)
    if (!graph.nodes.some((node) => node.id === `${kind}${n}`)) return `${kind}${n}`;
};

const starter = { kind: "starter" } as const;
const admin = { kind: "role", role: "admin" } as const;

const blank = (kind: NodeKind, id: string): FlowNode => {
  const base = { id, label: nodeKinds[kind].label };
  switch (kind) {
    case "start":
      return { ...base, kind, trigger: { on: "hand", noun: null } };
    case "task":
      return { ...base, kind, who: starter, detail: "", dueDays: 3 };
    case "approval":
      return { ...base, kind, by: "named", who: admin, hours: 72 };
    case "step":
      return { ...base, kind, step: "form", target: "", who: starter, dueDays: 3 };
    case "condition":
      return { ...base, kind };
    case "timer":
      return { ...base, kind, timer: { by: "duration", minutes: 1440 } };
    case "notice":
      return { ...base, kind, who: starter, subject: "{number}", text: "", mail: false };
    case "action":
      return { ...base, kind, action: "", reason: "" };
    case "end":
      return { ...base, kind, outcome: "" };
  }
};

const way = (from: string, to: string, more: Partial<FlowEdge> = {}): FlowEdge => ({
  from,
  to,
  when: null,
  outcome: null,
  ...more,
});

/** Ways out of a new step that takes the place before `to`. */
const waysFrom = (node: FlowNode, to: string | null, other: string): FlowEdge[] => {
  if (node.kind === "end") return [];
  const next = to ?? other;
  if (node.kind === "condition") return [way(node.id, next, { when: true }), way(node.id, other)];
  if (node.kind === "approval")
    return [
      way(node.id, next, { outcome: "approved" }),
      way(node.id, other, { outcome: "rejected" }),
    ];
  return [way(node.id, next)];
};

/**
 * A new step on the way at place `at` of the edges, or behind a step that leads nowhere. A condition
 * or an approval brings an end for its other way. Gives the graph and the new step's id.
 */
export const addStep = (
  graph: Graph,
  kind: NodeKind,
  where: { edge: number } | { behind: string },
): { graph: Graph; id: string } => {
  const id = freshId(graph, kind);
  const node = blank(kind, id);
  const old = "edge" in where ? graph.edges[where.edge] : undefined;
  const needsEnd = kind === "condition" || kind === "approval" || (!old && kind !== "end");
  const end = needsEnd ? blank("end", freshId(graph, "end")) : null;
  const from = old ? { ...old, to: id } : way("behind" in where ? where.behind : "start", id);
  const edges = old
    ? graph.edges.map((edge, at) => ("edge" in where && at === where.edge ? from : edge))
    : [...graph.edges, from];
  const behind = graph.nodes.findIndex((each) => each.id === from.from) + 1;
  return {
    id,
    graph: {
      nodes: [
        ...graph.nodes.slice(0, behind),
        node,
        ...graph.nodes.slice(behind),
        ...(end ? [end] : []),
      ],
      edges: [...edges, ...waysFrom(node, old?.to ?? null, end?.id ?? id)],
    },
  };
};

/** Without a step: what led to it leads to what came first behind it. The start stays. */
export const removeStep = (graph: Graph, id: string): Graph => {
  const gone = graph.nodes.find((node) => node.id === id);
  if (!gone || gone.kind === "start") return graph;
  const next = graph.edges.find((edge) => edge.from === id && edge.to !== id)?.to;
  return {
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: graph.edges
      .filter((edge) => edge.from !== id)
      .flatMap((edge) => (edge.to !== id ? [edge] : next ? [{ ...edge, to: next }] : [])),
  };
};

const onlyWay = (graph: Graph, id: string): FlowEdge | null => {
  const out = graph.edges.filter((edge) => edge.from === id);
  return out.length === 1 ? out[0]! : null;
};
const plain = (graph: Graph, id: string): boolean => {
  const kind = graph.nodes.find((node) => node.id === id)?.kind;
  return kind !== undefined && !["start", "condition", "approval", "end"].includes(kind);
};

/** Changes places with the step before (or behind) it, where both have one way alone; else null. */
export const moveStep = (graph: Graph, id: string, up: boolean): Graph | null => {
  const before = graph.edges.filter((edge) => edge.to === id);
  const first = up ? before[0]?.from : id;
  const second = up ? id : onlyWay(graph, id)?.to;
  if (first === undefined || second === undefined || (up && before.length !== 1)) return null;
  if (!plain(graph, first) || !plain(graph, second)) return null;
  const onward = onlyWay(graph, second);
  if (graph.edges.filter((edge) => edge.to === second).length !== 1 || !onward) return null;
  const edges = graph.edges.map((edge) => {
    if (edge.to === first) return { ...edge, to: second };
    if (edge.from === first) return { ...edge, to: onward.to };
    if (edge.from === second) return { ...edge, to: first };
    return edge;
  });
  const places = graph.nodes.map((node) =>
    node.id === first
      ? graph.nodes.find((each) => each.id === second)!
      : node.id === second
        ? graph.nodes.find((each) => each.id === first)!
        : node,
  );
  return { nodes: places, edges };
};

/** Another way from a condition, before its default; or the one way of any other step. */
export const connect = (graph: Graph, from: string, to: string): Graph => {
  const node = graph.nodes.find((each) => each.id === from);
  if (!node || node.kind === "end" || to === "start") return graph;
  const out = graph.edges.filter((edge) => edge.from === from);
  if (node.kind === "condition") {
    const rest = out.some((edge) => edge.when === null);
    return { ...graph, edges: [...graph.edges, way(from, to, { when: rest ? true : null })] };
  }
  if (node.kind === "approval") {
    const outcome = out.some((edge) => edge.outcome === "approved") ? "rejected" : "approved";
    const kept = graph.edges.filter((edge) => edge.from !== from || edge.outcome !== outcome);
    return { ...graph, edges: [...kept, way(from, to, { outcome })] };
  }
  return {
    ...graph,
    edges: [...graph.edges.filter((edge) => edge.from !== from), way(from, to)],
  };
};

/** Steps in the order in which they are come to, with how deep each lies behind forks. */
export const inOrder = (graph: Graph): { node: FlowNode; depth: number }[] => {
  const seen = new Map<string, { node: FlowNode; depth: number }>();
  const visit = (id: string, depth: number): void => {
    const node = graph.nodes.find((each) => each.id === id);
    if (!node || seen.has(id)) return;
    seen.set(id, { node, depth });
    const out = graph.edges.filter((edge) => edge.from === id);
    out.forEach((edge) => visit(edge.to, depth + (out.length > 1 ? 1 : 0)));
  };
  const start = graph.nodes.find((node) => node.kind === "start");
  if (start) visit(start.id, 0);
  for (const node of graph.nodes) if (!seen.has(node.id)) visit(node.id, 0);
  return [...seen.values()];
};
