import fc from "fast-check";
import { expect, test } from "vitest";
import { waits, type FlowEdge, type FlowNode } from "./flow.labels.ts";
import { graphProblems } from "./graph.model.ts";

const who = { kind: "starter" } as const;
const nodeOf = (id: string, kind: string): FlowNode => {
  const base = { id, label: id };
  switch (kind) {
    case "start":
      return { ...base, kind, trigger: { on: "hand", noun: null } };
    case "task":
      return { ...base, kind, who, detail: "", dueDays: 1 };
    case "timer":
      return { ...base, kind, timer: { by: "duration", minutes: 5 } };
    case "notice":
      return { ...base, kind, who, subject: id, text: "", mail: false };
    case "end":
      return { ...base, kind, outcome: "" };
    default:
      return { ...base, kind: "condition" };
  }
};

type Drawn = { nodes: FlowNode[]; edges: FlowEdge[] };

/** Every path from `id` that visits no step twice, with the step that closes a circle at its end. */
const pathsFrom = ({ nodes, edges }: Drawn, id: string, path: string[] = []): string[][] => {
  if (path.includes(id)) return [[...path, id]];
  const here = [...path, id];
  const out = edges.filter((edge) => edge.from === id && nodes.some((n) => n.id === edge.to));
  return out.length === 0
    ? [here]
    : out.flatMap((edge) => pathsFrom({ nodes, edges }, edge.to, here));
};

/** The three rules about courses, by looking at every path there is. */
const byPaths = (graph: Drawn): Set<string> => {
  const kindOf = (id: string) => graph.nodes.find((node) => node.id === id)!;
  const start = graph.nodes.find((node) => node.kind === "start")!;
  const paths = pathsFrom(graph, start.id);
  const reached = new Set(paths.flat());
  const said = new Set<string>();
  for (const { id } of graph.nodes)
    if (!reached.has(id)) said.add(`orphan ${id}`);
    else if (
      !pathsFrom(graph, id)
        .flat()
        .some((to) => kindOf(to).kind === "end")
    )
      said.add(`end ${id}`);
  for (const path of paths) {
    const first = path.indexOf(path.at(-1)!);
    const circle = path.slice(first, -1);
    if (first < path.length - 1 && circle.every((id) => !waits(kindOf(id))))
      for (const id of circle) said.add(`loop ${id}`);
  }
  return said;
};

const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(
    fc.array(fc.constantFrom("task", "timer", "notice", "condition", "end"), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.boolean()), { maxLength: 10 }),
  )
  .map(([kinds, pairs]) => {
    const nodes = ["start", ...kinds].map((kind, at) => nodeOf(`n${at}`, kind));
    return {
      nodes,
      edges: pairs
        .filter(([from, to]) => from < nodes.length && to < nodes.length && to > 0)
        .map(([from, to, rest]) => ({
          from: `n${from}`,
          to: `n${to}`,
          when: rest ? null : true,
          outcome: null,
        })),
    };
  });

test("courses are judged as by looking at every path", () => {
  const rules = ["orphan", "end", "loop"];
  fc.assert(
    fc.property(drawn, (graph) => {
      const said = graphProblems(graph)
        .filter((each) => rules.includes(each.rule))
        .map((each) => `${each.rule} ${each.at}`);
      expect(new Set(said)).toEqual(byPaths(graph));
    }),
    { numRuns: 1500 },
  );
});

test("ways out are as many as a step needs, and a condition has one default", () => {
  fc.assert(
    fc.property(drawn, (graph) => {
      const wrong = new Set(
        graphProblems(graph)
          .filter((each) => each.rule === "exits" || each.rule === "default")
          .map((each) => each.at),
      );
      for (const node of graph.nodes) {
        const out = graph.edges.filter((edge) => edge.from === node.id);
        const itself = out.some((edge) => edge.to === node.id) && !waits(node);
        const fits =
          node.kind === "end"
            ? out.length === 0
            : node.kind === "condition"
              ? out.length > 1 && out.filter((edge) => edge.when === null).length === 1
              : out.length === 1;
        expect(wrong.has(node.id)).toBe(!fits || itself);
      }
    }),
    { numRuns: 500 },
  );
});

test("a workflow has one start, steps have names of their own, and ways lead to steps", () => {
  const end = nodeOf("done", "end");
  const start = nodeOf("begin", "start");
  const way = { from: "begin", to: "done", when: null, outcome: null };
  const rulesOf = (graph: Drawn) => graphProblems(graph).map((each) => each.rule);
  expect(rulesOf({ nodes: [start, end], edges: [way] })).toEqual([]);
  expect(rulesOf({ nodes: [end], edges: [] })).toEqual(["start", "orphan"]);
  expect(rulesOf({ nodes: [start, start, end], edges: [way] })).toContain("name");
  expect(rulesOf({ nodes: [start, end], edges: [way, { ...way, to: "gone" }] })).toContain("edge");
  expect(
    rulesOf({ nodes: [start, end], edges: [way, { ...way, from: "done", to: "begin" }] }),
  ).toContain("start");
});
