import type { PublishCheck } from "#kernel/definition.ts";
import { namesIn, objectionsToLogic, type Logic } from "#kernel/logic/logic.ts";
import { nounOfGraph, type FlowNode, type Graph, type NodeOf, type Who } from "./flow.labels.ts";
import { graphProblems } from "./graph.model.ts";

/** A kind of records, as a workflow may name it. */
type KnownRecord = {
  label: string;
  events: readonly string[];
  /** Kinds of its fields by name. */
  fields: ReadonlyMap<string, string>;
  /** Whether the publisher holds what an action needs, by its name. */
  actions: ReadonlyMap<string, boolean>;
  /** Whether approval policies decide it. */
  approved: boolean;
};

/** What there is in the agency of whoever publishes. */
export type World = {
  record: (noun: string) => KnownRecord | null;
  step: (name: string) => { asks: boolean; targets: readonly string[] } | null;
  /** Whether an active member is meant. */
  filled: (who: Who) => boolean;
};

type Problem = { at: string | null; sentence: string };
type Around = { world: World; noun: string | null; record: KnownRecord | null };

/** Names that every run knows, whatever its record is. */
const runFields = ["starter.name", "today", "run.number"] as const;

const known = ({ record }: Around, name: string): boolean =>
  (runFields as readonly string[]).includes(name) ||
  Boolean(record?.fields.has(name)) ||
  // What a form was filled in with: the one that began the run, or one of its own steps.
  (/^answers\.[A-Za-z0-9.]+$/.test(name) && Boolean(record?.fields.has("form"))) ||
  /^forms\.[A-Za-z0-9.]+$/.test(name);

const logicProblems = (around: Around, at: string, logic: Logic): Problem[] =>
  logic === null
    ? []
    : [
        ...(namesIn(logic).length > 0 ? [] : ["Say of which field this depends."]),
        ...objectionsToLogic(logic),
        ...namesIn(logic)
          .filter((name) => !known(around, name))
          .map((name) => `${name} is no field of ${around.record?.label ?? "a run by itself"}.`),
      ].map((sentence) => ({ at, sentence }));

const startProblems = (around: Around, node: NodeOf<"start">): Problem[] => {
  const { trigger } = node;
  if (trigger.on !== "record") return [];
  if (!around.record)
    return [{ at: node.id, sentence: `There are no records called ${trigger.noun}.` }];
  return [
    ...(around.record.events.includes(trigger.action)
      ? []
      : [{ at: node.id, sentence: `Say what happens to the ${around.record.label}.` }]),
    ...logicProblems(around, node.id, trigger.when),
  ];
};

const nobody = (around: Around, node: FlowNode & { who: Who }): Problem[] =>
  around.world.filled(node.who)
    ? []
    : [{ at: node.id, sentence: `Nobody is there for “${node.label}”. Name somebody else.` }];

const actionProblems = (around: Around, node: NodeOf<"action">): Problem[] => {
  const held = around.record?.actions.get(node.action);
  return held === undefined
    ? [{ at: node.id, sentence: `“${node.label}” names no action that a workflow takes.` }]
    : held
      ? []
      : [
          {
            at: node.id,
            sentence: `“${node.label}” does what you may not do yourself. Have it published by somebody who may.`,
          },
        ];
};

const approvalProblems = (around: Around, node: NodeOf<"approval">): Problem[] =>
  node.by === "named"
    ? node.who.kind === "starter"
      ? [{ at: node.id, sentence: `Whoever began the run cannot decide “${node.label}”.` }]
      : nobody(around, node)
    : around.record?.approved
      ? []
      : [
          {
            at: node.id,
            sentence: `No policies decide what “${node.label}” is about. Name who decides.`,
          },
        ];

const stepProblems = (around: Around, node: NodeOf<"step">): Problem[] => {
  const step = around.world.step(node.step);
  if (!step) return [{ at: node.id, sentence: `“${node.label}” is of a kind that is not here.` }];
  return [
    ...(step.targets.includes(node.target)
      ? []
      : [{ at: node.id, sentence: `Choose what “${node.label}” is about.` }]),
    ...(step.asks ? nobody(around, node) : []),
  ];
};

/** Names in braces of a text: "{number} is late". */
export const namesInText = (text: string): string[] =>
  [...text.matchAll(/\{([A-Za-z][A-Za-z0-9.]*)\}/g)].map((found) => found[1]!);

const noticeProblems = (around: Around, node: NodeOf<"notice">): Problem[] => [
  ...nobody(around, node),
  ...namesInText(`${node.subject} ${node.text}`)
    .filter((name) => name !== "number" && !known(around, name))
    .map((name) => ({
      at: node.id,
      sentence: `{${name}} in “${node.label}” is no field of ${around.record?.label ?? "a run by itself"}.`,
    })),
];

const timerProblems = (around: Around, node: NodeOf<"timer">): Problem[] =>
  node.timer.by !== "date" || around.record?.fields.get(node.timer.field) === "date"
    ? []
    : [{ at: node.id, sentence: `“${node.label}” waits for a day that the record does not have.` }];

const nodeProblems = (around: Around, node: FlowNode): Problem[] => {
  switch (node.kind) {
    case "start":
      return startProblems(around, node);
    case "task":
      return nobody(around, node);
    case "approval":
      return approvalProblems(around, node);
    case "step":
      return stepProblems(around, node);
    case "timer":
      return timerProblems(around, node);
    case "notice":
      return noticeProblems(around, node);
    case "action":
      return actionProblems(around, node);
    default:
      return [];
  }
};

/** What must hold before a workflow is published, each with its place in the definition. Pure. */
export const flowChecks = (graph: Graph, world: World): PublishCheck[] => {
  const noun = nounOfGraph(graph);
  const around: Around = { world, noun, record: noun === null ? null : world.record(noun) };
  const found: Problem[] = [
    ...graphProblems(graph),
    ...graph.nodes.flatMap((node) => nodeProblems(around, node)),
    ...graph.edges.flatMap((edge) => logicProblems(around, edge.from, edge.when)),
  ];
  const pathOf = (at: string | null) => {
    const place = graph.nodes.findIndex((node) => node.id === at);
    return place < 0 ? "nodes" : `nodes.${place}`;
  };
  const open = found.map(({ at, sentence }) => ({ sentence, ok: false, path: pathOf(at) }));
  return open.length > 0
    ? open
    : [
        { sentence: "It has one start, and every way reaches an end.", ok: true, path: "nodes" },
        { sentence: "Whoever it asks is there.", ok: true, path: "nodes" },
      ];
};
