import dagre from "@dagrejs/dagre";
import {
  Background,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from "@xyflow/react";
import { useMemo } from "react";
import "@xyflow/react/dist/base.css";
import "./canvas.css";
import { nodeKinds, type FlowEdge, type Graph } from "../definition/flow.labels.ts";
import type { FlowField } from "../definition/flow.model.ts";
import { ruleWords } from "../definition/words.labels.ts";

const width = 208;
const height = 58;
export type StepLook = "here" | "been" | "wrong";
type Data = { label: string; kind: string; state: StepLook | undefined };

function StepNode({ data }: NodeProps<Node<Data>>) {
  return (
    <div className="flow-node" data-state={data.state}>
      <Handle type="target" position={Position.Top} />
      <small>{data.kind}</small>
      {data.label}
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}
const nodeTypes = { step: StepNode };

const placesOf = ({ nodes, edges }: Graph): Map<string, { x: number; y: number }> => {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 56 });
  layout.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) layout.setNode(node.id, { width, height });
  edges.forEach((edge, at) => {
    if (layout.hasNode(edge.from) && layout.hasNode(edge.to))
      layout.setEdge(edge.from, edge.to, {}, String(at));
  });
  dagre.layout(layout);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = layout.node(id);
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
};

const shortened = (text: string) => (text.length > 34 ? `${text.slice(0, 33)}…` : text);

const wayWords = (edge: FlowEdge, graph: Graph, fields: readonly FlowField[]): string => {
  if (edge.outcome !== null) return edge.outcome;
  if (edge.when !== null) return shortened(ruleWords(edge.when, fields));
  const from = graph.nodes.find((node) => node.id === edge.from);
  return from?.kind === "condition" ? "else" : "";
};

/** The steps as a graph, placed by itself; a way is drawn from the foot of a step to another one's head. */
export default function Canvas({
  graph,
  fields,
  selected,
  looks,
  onSelect,
  onConnect,
}: {
  graph: Graph;
  fields: readonly FlowField[];
  selected: string | null;
  looks: Readonly<Record<string, StepLook>>;
  onSelect?: (id: string) => void;
  onConnect?: (from: string, to: string) => void;
}) {
  const places = useMemo(() => placesOf(graph), [graph]);
  const nodes: Node<Data>[] = graph.nodes.map((node) => ({
    id: node.id,
    type: "step",
    initialWidth: width,
    initialHeight: height,
    position: places.get(node.id) ?? { x: 0, y: 0 },
    selected: node.id === selected,
    data: { label: node.label, kind: nodeKinds[node.kind].label, state: looks[node.id] },
  }));
  const edges: Edge[] = graph.edges.map((edge, at) => ({
    id: `${edge.from}-${edge.to}-${at}`,
    source: edge.from,
    target: edge.to,
    label: wayWords(edge, graph, fields),
    markerEnd: { type: MarkerType.ArrowClosed },
  }));
  return (
    <div className="flow-canvas">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={onConnect !== undefined}
        deleteKeyCode={null}
        aria-label="The workflow as a graph; the outline says the same"
        onNodeClick={(_event, node) => onSelect?.(node.id)}
        onConnect={({ source, target }) => onConnect?.(source, target)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
