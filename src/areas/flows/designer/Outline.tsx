import { Ellipsis } from "lucide-react";
import type { PublishCheck } from "#kernel/definition.ts";
import { Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { nodeKinds, type FlowEdge, type FlowNode, type Graph } from "../definition/flow.labels.ts";
import type { FlowParts } from "../definition/flow.model.ts";
import { fieldsOf, nodeWords, ruleWords } from "../definition/words.labels.ts";
import { addable, addStep, inOrder, moveStep, removeStep } from "./edit.labels.ts";

const depths = ["pl-0", "pl-4", "pl-8", "pl-12", "pl-16"] as const;

type Shown = {
  graph: Graph;
  parts: FlowParts | undefined;
  noun: string | null;
  selected: string | null;
  onSelect?: ((id: string) => void) | undefined;
  /** Absent: it is read, not written. */
  onGraph?: ((graph: Graph, select?: string) => void) | undefined;
  checks?: readonly PublishCheck[];
  /** A word on a step: where a run stands, what it passed. */
  marks?: Readonly<Record<string, string>>;
};

const wayWords = (edge: FlowEdge, node: FlowNode, shown: Shown): string => {
  const to = shown.graph.nodes.find((each) => each.id === edge.to)?.label ?? edge.to;
  const when =
    edge.outcome === "approved"
      ? "when approved: "
      : edge.outcome === "rejected"
        ? "when rejected: "
        : node.kind !== "condition"
          ? ""
          : edge.when === null
            ? "else: "
            : `if ${ruleWords(edge.when, fieldsOf(shown.parts, shown.noun))}: `;
  return `${when}${to}`;
};

const entriesOf = ({ graph, onGraph }: Shown, node: FlowNode): MenuEntry[] => {
  if (!onGraph) return [];
  const out = graph.edges.flatMap((edge, at) => (edge.from === node.id ? [at] : []));
  const add = addable
    .filter((kind) => kind !== "end" || out.length === 0)
    .map((kind): MenuEntry => ({
      label: `Add behind it: ${nodeKinds[kind].label.toLowerCase()}`,
      onSelect: () => {
        const added = addStep(
          graph,
          kind,
          out[0] === undefined ? { behind: node.id } : { edge: out[0] },
        );
        onGraph(added.graph, added.id);
      },
    }));
  const up = moveStep(graph, node.id, true);
  const down = moveStep(graph, node.id, false);
  return [
    ...(node.kind === "end" ? [] : add),
    ...(up ? [{ label: "Move up", onSelect: () => onGraph(up, node.id) }] : []),
    ...(down ? [{ label: "Move down", onSelect: () => onGraph(down, node.id) }] : []),
    ...(node.kind === "start"
      ? []
      : [
          {
            label: "Delete",
            danger: true,
            onSelect: () => onGraph(removeStep(graph, node.id), "start"),
          },
        ]),
  ];
};

function Step({ node, depth, shown }: { node: FlowNode; depth: number; shown: Shown }) {
  const { graph, parts, noun, selected, onSelect, checks = [], marks = {} } = shown;
  const place = graph.nodes.findIndex((each) => each.id === node.id);
  const wrong = checks.filter((check) => !check.ok && check.path === `nodes.${place}`);
  const entries = entriesOf(shown, node);
  const label = `Actions for ${node.label}`;
  const ways = graph.edges.filter((edge) => edge.from === node.id);
  return (
    <li className={depths[Math.min(depth, depths.length - 1)]}>
      <div
        className={`flex items-start gap-2 rounded border p-2 ${
          selected === node.id ? "border-accent" : "border-hair"
        }`}
      >
        <button
          type="button"
          className="min-w-0 flex-1 text-left"
          aria-current={selected === node.id ? "step" : undefined}
          onClick={() => onSelect?.(node.id)}
        >
          <span className="block">
            <span className="text-12 text-t3">{nodeKinds[node.kind].label}</span> {node.label}
            {marks[node.id] && <strong className="text-12"> · {marks[node.id]}</strong>}
          </span>
          <span className="block text-13 text-t2">{nodeWords(node, parts, noun)}</span>
          {ways.length > 0 && (
            <span className="block text-12 text-t3">
              → {ways.map((edge) => wayWords(edge, node, shown)).join("; ")}
            </span>
          )}
          {wrong.map((check) => (
            <span key={check.sentence} className="block text-12 text-warning">
              {check.sentence}
            </span>
          ))}
        </button>
        {entries.length > 0 && (
          <Menu
            label={label}
            entries={entries}
            trigger={
              <button type="button" className="btn btn-quiet btn-icon btn-small" aria-label={label}>
                <Ellipsis aria-hidden="true" />
              </button>
            }
          />
        )}
      </div>
    </li>
  );
}

/** The steps one below the other, with what each does and where it leads; all of it by keyboard. */
export function Outline(shown: Shown) {
  return (
    <ol className="grid gap-2" aria-label="Steps">
      {inOrder(shown.graph).map(({ node, depth }) => (
        <Step key={node.id} node={node} depth={depth} shown={shown} />
      ))}
    </ol>
  );
}
