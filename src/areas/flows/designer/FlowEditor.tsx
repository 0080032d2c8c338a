import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses, type PublishCheck } from "#kernel/definition.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { nounOfGraph, type Graph } from "../definition/flow.labels.ts";
import type { FlowParts, FlowVersion } from "../definition/flow.model.ts";
import { fieldsOf } from "../definition/words.labels.ts";
import { Text } from "./controls.tsx";
import { connect } from "./edit.labels.ts";
import { LazyCanvas } from "./LazyCanvas.tsx";
import { NodePanel } from "./NodePanel.tsx";
import { Obstacles, PublishStep, toPublish } from "./PublishStep.tsx";
import { Outline } from "./Outline.tsx";
import { useKeptDraft, type Draft } from "./useKeptDraft.ts";
import { TryOnPast } from "../past/TryOnPast.tsx";

const path = "/api/v1/flow-definitions";

/** What the workflow lacks, asked of the server a moment after the last change. */
const useChecks = (draft: Draft, on: boolean): readonly PublishCheck[] | null => {
  const { mutate, data } = useMutationAction<{ items: PublishCheck[] }>();
  const { name, about, nodes, edges } = draft;
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(
      () =>
        mutate({
          path: `${path}/actions/check`,
          body: { name: name || "New workflow", about, nodes, edges },
        }),
      500,
    );
    return () => clearTimeout(timer);
  }, [on, name, about, nodes, edges, mutate]);
  return data?.items ?? null;
};

const useSaving = (flow: FlowVersion | null, next: boolean, done: () => void) => {
  const navigate = useNavigate();
  const save = useMutationAction<FlowVersion>("flow-definitions");
  const run = (draft: Draft, publish = false) =>
    save.mutate(
      flow && !next
        ? { method: "PATCH", path: `${path}/${flow.id}`, body: draft, version: flow.version }
        : { path: `${path}${flow ? `?nextVersionOf=${flow.definitionId}` : ""}`, body: draft },
      {
        onSuccess: (saved) => {
          done();
          if (!publish) notify.done("Draft saved", "It begins no runs until it is published.");
          const to = pathTo("flowEdit", { id: saved.id });
          void navigate(to, { replace: true, ...(publish && { state: toPublish }) });
        },
        onError: (error) => notify.failed("Not saved", error),
      },
    );
  return { run, pending: save.isPending };
};

function Steps({
  draft,
  parts,
  checks,
  onGraph,
}: {
  draft: Draft;
  parts: FlowParts | undefined;
  checks: readonly PublishCheck[];
  onGraph?: (graph: Graph) => void;
}) {
  const [selected, setSelected] = useState<string>("start");
  const noun = nounOfGraph(draft);
  const node = draft.nodes.find((each) => each.id === selected);
  const wrong = Object.fromEntries(
    draft.nodes.flatMap((each, at) =>
      checks.some((check) => !check.ok && check.path === `nodes.${at}`)
        ? [[each.id, "wrong" as const]]
        : [],
    ),
  );
  const change = onGraph
    ? (graph: Graph, select?: string) => {
        onGraph(graph);
        if (select !== undefined) setSelected(select);
      }
    : undefined;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Outline
        graph={draft}
        parts={parts}
        noun={noun}
        selected={selected}
        checks={checks}
        onSelect={setSelected}
        onGraph={change}
      />
      <div className="grid gap-6">
        <LazyCanvas
          graph={draft}
          fields={fieldsOf(parts, noun)}
          selected={selected}
          looks={wrong}
          onSelect={setSelected}
          {...(onGraph && { onConnect: (from, to) => onGraph(connect(draft, from, to)) })}
        />
        {change && node && (
          <Panel title={node.label}>
            <NodePanel
              key={node.id}
              node={node}
              graph={draft}
              parts={parts}
              noun={noun}
              onGraph={change}
            />
          </Panel>
        )}
      </div>
    </div>
  );
}

function Editor({ flow, next }: { flow: FlowVersion | null; next: boolean }) {
  const { can } = useAuth();
  const writes = can("flow.design") && flow?.status !== "retired";
  const parts = useGet<FlowParts>("flow-parts", "/api/v1/flow-parts");
  const { draft, unsaved, restored, change, saved, drop } = useKeptDraft(flow);
  const checks = useChecks(draft, writes);
  const saving = useSaving(flow, next, saved);
  const open = checks?.filter((check) => !check.ok).length;
  return (
    <>
      {writes && restored && (
        <p className="notice flex flex-wrap items-center gap-3" role="status">
          What you drew here and did not save is shown again.
          <button type="button" className="btn btn-small" onClick={drop}>
            Drop it
          </button>
        </p>
      )}
      {writes && (
        <div className="grid gap-4 md:grid-cols-2">
          <Text
            label="Name"
            value={draft.name}
            max={120}
            onChange={(name) => change({ ...draft, name })}
          />
          <Text
            label="What it is for"
            value={draft.about}
            max={2000}
            onChange={(about) => change({ ...draft, about })}
          />
        </div>
      )}
      <Steps
        draft={draft}
        parts={parts.data}
        checks={checks ?? []}
        {...(writes && { onGraph: (graph) => change({ ...draft, ...graph }) })}
      />
      {writes && (
        <>
          <Obstacles checks={checks} />
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-primary"
              disabled={saving.pending || draft.name.trim() === ""}
              onClick={() => saving.run(draft)}
            >
              {next ? "Save as the next version" : "Save draft"}
            </button>
            {(!next || unsaved) && (
              <PublishStep
                flow={flow}
                unsaved={unsaved}
                reason={
                  saving.pending || open === undefined
                    ? "It is being looked at."
                    : open > 0
                      ? "Mend first what stands above."
                      : null
                }
                onSave={() => saving.run(draft, true)}
              />
            )}
          </div>
        </>
      )}
      {flow && can("flow.design") && <TryOnPast flow={flow} open={writes ? open : 0} />}
    </>
  );
}

/** Writes a workflow, or shows one that is in force; beside the steps the graph of them. */
export default function FlowEditor() {
  const { id } = useParams();
  const { can } = useAuth();
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", path, { first: true });
  if (id && list.isPending) return <RecordSkeleton />;
  if (id && !list.data)
    return (
      <ErrorPanel error={list.error} what="The workflow" onRetry={() => void list.refetch()} />
    );
  const flow = list.data?.items.find((each) => each.id === id) ?? null;
  if ((id && !flow) || (!id && !can("flow.design")))
    return (
      <EmptyState kind="no-results" title="There is no such workflow">
        It no longer exists, or it is not in force.
      </EmptyState>
    );
  const next = flow?.status === "published";
  return (
    <div className="stack">
      <div>
        <h1>{flow ? flow.name : "New workflow"}</h1>
        {flow && (
          <p className="flex flex-wrap items-center gap-2 text-13 text-t3">
            <StatusBadge statuses={definitionStatuses} status={flow.status} />
            Version {flow.versionNo}
            {flow.about && ` · ${flow.about}`}
          </p>
        )}
      </div>
      <Editor key={`${flow?.id ?? "new"}-${flow?.version ?? 0}`} flow={flow} next={next} />
    </div>
  );
}
