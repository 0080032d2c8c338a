import fc from "fast-check";
import { expect, test } from "vitest";
import type { Graph } from "../definition/flow.labels.ts";
import { graphProblems } from "../definition/graph.model.ts";
import { addable, addStep, blankGraph, inOrder, moveStep, removeStep } from "./edit.labels.ts";

const rulesOf = (graph: Graph) => graphProblems(graph).map((each) => each.rule);

test("steps added on ways, moved and taken out again leave a workflow that can be run", () => {
  const kinds = addable.filter((kind) => kind !== "end");
  const step = fc.tuple(
    fc.constantFrom(...kinds),
    fc.nat(),
    fc.constantFrom("add", "move", "drop"),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let graph = blankGraph;
      for (const [kind, at, what] of steps) {
        const id = graph.nodes[at % graph.nodes.length]!.id;
        const node = graph.nodes[at % graph.nodes.length]!;
        if (what === "add") graph = addStep(graph, kind, { edge: at % graph.edges.length }).graph;
        else if (what === "move") graph = moveStep(graph, id, at % 2 === 0) ?? graph;
        else if (!["end", "condition", "approval"].includes(node.kind))
          graph = removeStep(graph, id);
        expect(rulesOf(graph)).toEqual([]);
        expect(inOrder(graph)).toHaveLength(graph.nodes.length);
      }
    }),
    { numRuns: 300 },
  );
});

test("a step moves past its neighbour and back, never past the start or a fork", () => {
  const { graph } = addStep(blankGraph, "notice", { edge: 0 });
  const two = addStep(graph, "task", { edge: 1 }).graph;
  const order = (of: Graph) => inOrder(of).map((each) => each.node.id);
  expect(order(two)).toEqual(["start", "notice1", "task1", "end"]);
  const moved = moveStep(two, "task1", true)!;
  expect(order(moved)).toEqual(["start", "task1", "notice1", "end"]);
  expect(order(moveStep(moved, "task1", false)!)).toEqual(order(two));
  expect(moveStep(two, "notice1", true)).toBeNull();
  expect(moveStep(two, "task1", false)).toBeNull();
});
