import { waits, type FlowNode, type Graph } from "../definition/flow.labels.ts";
import { timerEnd, type AgencyTime } from "../run/time.model.ts";
import { after, begins, wayOf } from "../run/ways.model.ts";

type Facts = Readonly<Record<string, unknown>>;

/** A run as it would have gone: the steps it came to, whom it asked, and where it would stand. */
export type Walked = {
  path: readonly string[];
  asked: readonly FlowNode[];
  /** Null: it would still wait, or goes round for ever. */
  outcome: string | null;
};

/** So many steps of one run are looked at. */
const mostSteps = 200;

/**
 * A run from `at` (milliseconds) on, by what was known when: `factsAt` says so for an instant. Tasks
 * and forms are done at once, approvals given; a timer that ends behind `until` has not ended. Pure:
 * nothing is asked, told or stored.
 */
export const walk = async (
  graph: Graph,
  begun: { at: number; facts: Facts; until: number },
  time: AgencyTime,
  factsAt: (at: number) => Promise<Facts>,
): Promise<Walked> => {
  let { at, facts } = begun;
  const path: string[] = [];
  const asked: FlowNode[] = [];
  let id = graph.nodes.find((node) => node.kind === "start")!.id;
  for (let steps = 0; steps < mostSteps; steps++) {
    const node = graph.nodes.find((each) => each.id === id)!;
    path.push(id);
    if (node.kind === "end") return { path, asked, outcome: node.outcome || node.label };
    if (node.kind === "condition") {
      id = wayOf(graph, node, facts).edge.to;
      continue;
    }
    if ("who" in node) asked.push(node);
    if (node.kind === "timer") {
      const ends = timerEnd(node.timer, at, facts, time);
      if (ends === null || ends > begun.until) return { path, asked, outcome: null };
      at = Math.max(at, ends);
    }
    if (waits(node) || node.kind === "action") facts = { ...facts, ...(await factsAt(at)) };
    id = after(graph, node, node.kind === "approval" ? "approved" : null);
  }
  return { path, asked, outcome: null };
};

/** Whether the start of a workflow takes up what happened. */
export const takesUp = (graph: Graph, facts: Facts): boolean => {
  const start = graph.nodes.find((node) => node.kind === "start");
  return start?.trigger.on === "record" && begins(start.trigger.when, facts);
};
