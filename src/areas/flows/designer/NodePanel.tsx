import { Plus, Trash2 } from "lucide-react";
import type { FlowEdge, FlowNode, Graph } from "../definition/flow.labels.ts";
import type { FlowParts } from "../definition/flow.model.ts";
import { fieldsOf } from "../definition/words.labels.ts";
import { Check, Select, Text, Whole } from "./controls.tsx";
import { connect } from "./edit.labels.ts";
import { RuleEditor } from "./RuleEditor.tsx";
import { TimerEditor, TriggerEditor } from "./TriggerEditor.tsx";
import { WhoEditor } from "./WhoEditor.tsx";

type Own<N> = {
  node: N;
  parts: FlowParts | undefined;
  noun: string | null;
  put: (node: FlowNode) => void;
};

function StepSettings({ node, parts, put }: Own<Extract<FlowNode, { kind: "step" }>>) {
  const step = parts?.steps.find((each) => each.value === node.step);
  return (
    <>
      <Select
        label="Kind"
        value={node.step}
        options={parts?.steps ?? []}
        onChange={(chosen) => put({ ...node, step: chosen, target: "" })}
      />
      <Select
        label="Which one"
        value={node.target}
        options={step?.targets ?? []}
        onChange={(target) => put({ ...node, target })}
      />
      {step?.asks && (
        <>
          <WhoEditor who={node.who} parts={parts} onChange={(who) => put({ ...node, who })} />
          <Whole
            label="Within business days"
            value={node.dueDays}
            most={260}
            onChange={(dueDays) => put({ ...node, dueDays })}
          />
        </>
      )}
    </>
  );
}

function ApprovalSettings({ node, parts, put }: Own<Extract<FlowNode, { kind: "approval" }>>) {
  return (
    <>
      <Select
        label="Decided by"
        value={node.by}
        options={[
          { value: "named", label: "Whom this step names" },
          { value: "policies", label: "The approval policies of the record" },
        ]}
        onChange={(by) => put({ ...node, by: by as typeof node.by })}
      />
      {node.by === "named" && (
        <>
          <WhoEditor who={node.who} parts={parts} onChange={(who) => put({ ...node, who })} />
          <Whole
            label="Within hours"
            value={node.hours}
            least={1}
            most={8760}
            onChange={(hours) => put({ ...node, hours })}
          />
        </>
      )}
    </>
  );
}

function NoticeSettings({ node, parts, put }: Own<Extract<FlowNode, { kind: "notice" }>>) {
  return (
    <>
      <WhoEditor who={node.who} parts={parts} onChange={(who) => put({ ...node, who })} />
      <Text
        label="Subject"
        hint="{number} and fields in braces are filled in"
        value={node.subject}
        onChange={(subject) => put({ ...node, subject })}
      />
      <Text
        label="Text"
        rows={4}
        max={2000}
        value={node.text}
        onChange={(text) => put({ ...node, text })}
      />
      <Check label="Also by mail" value={node.mail} onChange={(mail) => put({ ...node, mail })} />
    </>
  );
}

function Settings({ node, parts, noun, put }: Own<FlowNode>) {
  switch (node.kind) {
    case "start":
      return (
        <TriggerEditor
          trigger={node.trigger}
          parts={parts}
          onChange={(trigger) => put({ ...node, trigger })}
        />
      );
    case "task":
      return (
        <>
          <WhoEditor who={node.who} parts={parts} onChange={(who) => put({ ...node, who })} />
          <Text
            label="What has to be done"
            rows={3}
            max={1000}
            value={node.detail}
            onChange={(detail) => put({ ...node, detail })}
          />
          <Whole
            label="Within business days"
            value={node.dueDays}
            most={260}
            onChange={(dueDays) => put({ ...node, dueDays })}
          />
        </>
      );
    case "approval":
      return <ApprovalSettings node={node} parts={parts} noun={noun} put={put} />;
    case "step":
      return <StepSettings node={node} parts={parts} noun={noun} put={put} />;
    case "timer":
      return (
        <TimerEditor
          timer={node.timer}
          parts={parts}
          noun={noun}
          onChange={(timer) => put({ ...node, timer })}
        />
      );
    case "notice":
      return <NoticeSettings node={node} parts={parts} noun={noun} put={put} />;
    case "action":
      return (
        <>
          <Select
            label="Action of the record"
            value={node.action}
            options={(parts?.records.find((each) => each.noun === noun)?.actions ?? []).map(
              ({ value, label, held }) => ({
                value,
                label: held ? label : `${label} (you may not)`,
              }),
            )}
            onChange={(action) => put({ ...node, action })}
          />
          <Text
            label="Reason that the history tells"
            max={500}
            value={node.reason}
            onChange={(reason) => put({ ...node, reason })}
          />
        </>
      );
    case "end":
      return (
        <Text
          label="Outcome"
          max={80}
          value={node.outcome}
          onChange={(outcome) => put({ ...node, outcome })}
        />
      );
    default:
      return null;
  }
}

const wayLabel = (edge: FlowEdge, at: number): string =>
  edge.outcome === "approved"
    ? "When approved"
    : edge.outcome === "rejected"
      ? "When rejected"
      : edge.when !== null
        ? `Way ${at + 1}, if`
        : "Goes on to";

function Ways({
  node,
  graph,
  parts,
  noun,
  onGraph,
}: {
  node: FlowNode;
  graph: Graph;
  parts: FlowParts | undefined;
  noun: string | null;
  onGraph: (graph: Graph) => void;
}) {
  const targets = graph.nodes
    .filter((each) => each.kind !== "start" && each.id !== node.id)
    .map((each) => ({ value: each.id, label: each.label }));
  const out = graph.edges.flatMap((edge, place) =>
    edge.from === node.id ? [{ edge, place }] : [],
  );
  const put = (place: number, edge: FlowEdge | null) =>
    onGraph({
      ...graph,
      edges: graph.edges.flatMap((each, at) => (at === place ? (edge ? [edge] : []) : [each])),
    });
  const target = targets[0]?.value;
  return (
    <div className="grid gap-4">
      <h3>Next steps</h3>
      {out.map(({ edge, place }, at) => (
        <div key={place} className="grid gap-2">
          {edge.when !== null && (
            <RuleEditor
              rule={edge.when}
              fields={fieldsOf(parts, noun)}
              onChange={(when) => put(place, { ...edge, when })}
            />
          )}
          <Select
            label={
              node.kind === "condition" && edge.when === null
                ? "In every other case"
                : wayLabel(edge, at)
            }
            value={edge.to}
            options={targets}
            onChange={(to) => put(place, { ...edge, to })}
          />
          {node.kind === "condition" && edge.when !== null && (
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() => put(place, null)}
            >
              <Trash2 aria-hidden="true" />
              Take this way out
            </button>
          )}
        </div>
      ))}
      {(node.kind === "condition" || out.length === 0) && target && (
        <button
          type="button"
          className="btn btn-small"
          onClick={() => onGraph(connect(graph, node.id, target))}
        >
          <Plus aria-hidden="true" />
          Add a way
        </button>
      )}
    </div>
  );
}

/** What a step does, and where it leads. */
export function NodePanel({
  node,
  graph,
  parts,
  noun,
  onGraph,
}: {
  node: FlowNode;
  graph: Graph;
  parts: FlowParts | undefined;
  noun: string | null;
  onGraph: (graph: Graph) => void;
}) {
  const put = (next: FlowNode) =>
    onGraph({ ...graph, nodes: graph.nodes.map((each) => (each.id === node.id ? next : each)) });
  return (
    <div className="grid gap-4">
      <Text
        label="Name of the step"
        max={120}
        value={node.label}
        onChange={(label) => put({ ...node, label })}
      />
      <Settings node={node} parts={parts} noun={noun} put={put} />
      {node.kind !== "end" && (
        <Ways node={node} graph={graph} parts={parts} noun={noun} onGraph={onGraph} />
      )}
    </div>
  );
}
