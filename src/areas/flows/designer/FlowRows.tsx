import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Dialog, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { flowKinds, type FlowKind } from "../definition/flow.labels.ts";
import type { FlowParts, FlowVersion } from "../definition/flow.model.ts";
import { triggerWords } from "../definition/words.labels.ts";

const path = "/api/v1/flow-definitions";
const texts = {
  publish:
    "It begins runs from now on, with what you may do. The version before it is retired; runs keep the version that they began with.",
  retire: "It begins no more runs. Those under way go on to their end.",
};
type Step = { flow: FlowVersion; action: "publish" | "retire" };
const openTo = (flow: FlowVersion) =>
  pathTo(flow.kind === "rule" ? "flowRule" : "flowEdit", { id: flow.id });

function Row({
  flow,
  parts,
  drafted,
  onStep,
  onCompare,
}: {
  flow: FlowVersion;
  parts: FlowParts | undefined;
  drafted: boolean;
  onStep: (step: Step) => void;
  onCompare: () => void;
}) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const edit = () => void navigate(openTo(flow));
  const draft = flow.status === "draft";
  const entries: MenuEntry[] = [
    ...(draft
      ? [
          { label: "Design", onSelect: edit },
          { label: "Publish", onSelect: () => onStep({ flow, action: "publish" as const }) },
        ]
      : []),
    ...(!draft && !drafted ? [{ label: "Draft the next version", onSelect: edit }] : []),
    { label: "Compare versions", onSelect: onCompare },
    { label: "Export as a file", onSelect: () => void saveDefinition(path, flow) },
    {
      label: draft ? "Drop the draft" : "Retire",
      danger: true,
      onSelect: () => onStep({ flow, action: "retire" }),
    },
  ];
  const label = `Actions for ${flow.name} version ${flow.versionNo}`;
  const start = flow.nodes.find((node) => node.kind === "start");
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          <Link to={openTo(flow)}>{flow.name}</Link>{" "}
          <span className="text-12 text-t3">v{flow.versionNo}</span>
        </h2>
        <StatusBadge statuses={definitionStatuses} status={flow.status} />
        {can("flow.design") && (
          <span className="ml-auto">
            <Menu
              label={label}
              entries={entries}
              trigger={
                <button
                  type="button"
                  className="btn btn-quiet btn-icon btn-small"
                  aria-label={label}
                >
                  <Ellipsis aria-hidden="true" />
                </button>
              }
            />
          </span>
        )}
      </div>
      <p className="text-13 text-t3">
        {flowKinds[flow.kind]} · {counted(flow.nodes.length, "step")}
        {start && ` · ${triggerWords(start.trigger, parts)}`}
        {flow.status === "published" && (
          <>
            {" · "}
            <Link to={`${pathTo("flowRuns")}?flow=${flow.definitionId}`}>Its runs</Link>
          </>
        )}
      </p>
      {flow.about && <p className="text-t2">{flow.about}</p>}
    </li>
  );
}

/** Workflows or auto rules that are drafts or in force, and what can be done with each. */
export function FlowRows({ all, kind }: { all: readonly FlowVersion[]; kind: FlowKind | null }) {
  const [step, setStep] = useState<Step | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const parts = useGet<FlowParts>("flow-parts", "/api/v1/flow-parts");
  const shown = all.filter(
    (flow) => flow.status !== "retired" && (kind === null || flow.kind === kind),
  );
  const versions = all
    .filter((flow) => flow.definitionId === compared)
    .toSorted((a, b) => b.versionNo - a.versionNo);
  if (shown.length === 0)
    return (
      <EmptyState
        kind="first-use"
        title={kind === "rule" ? "No auto rules yet" : "No workflows yet"}
      >
        {kind === "rule"
          ? "Write the first one: when something happens, if something holds, then one thing is done."
          : "Design the first one, or import one that another agency gave you as a file."}
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-5">
        {shown.map((flow) => (
          <Row
            key={flow.id}
            flow={flow}
            parts={parts.data}
            drafted={all.some(
              (each) => each.definitionId === flow.definitionId && each.status === "draft",
            )}
            onStep={setStep}
            onCompare={() => setCompared(flow.definitionId)}
          />
        ))}
      </ul>
      {step && (
        <StepDialog
          path={path}
          version={step.flow}
          action={step.action}
          text={texts[step.action]}
          onClose={() => setStep(null)}
        />
      )}
      {compared && (
        <Dialog
          open
          onOpenChange={(open) => {
            if (!open) setCompared(null);
          }}
          title={versions[0]?.name ?? "Versions"}
          description="Published versions never change. Runs keep the version that they began with."
          className="dialog dialog-wide"
        >
          {versions.length > 1 ? (
            <CompareVersions path={path} versions={versions} />
          ) : (
            <p>There is one version of this workflow.</p>
          )}
        </Dialog>
      )}
    </>
  );
}
