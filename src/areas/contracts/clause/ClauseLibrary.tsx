import { Ellipsis, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { acceptors, clauseKinds, type ClauseKind } from "./clause.labels.ts";
import type { Clause } from "./clause.model.ts";
import { RequiredClausesCheck } from "./RequiredClauses.tsx";

const path = "/api/v1/clauses";
const ClauseVersions = dialogOnDemand(
  async () => (await import("./ClauseVersions.tsx")).ClauseVersions,
);
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);

type Step = { clause: Clause; action: "publish" | "retire" };

function Row({
  clause: c,
  drafted,
  onStep,
  onVersions,
}: {
  clause: Clause;
  drafted: boolean;
  onStep: (step: Step) => void;
  onVersions: () => void;
}) {
  const navigate = useNavigate();
  const { can } = useAuth();
  const edit = () => void navigate(pathTo("clauseEdit", { id: c.id }));
  const writes = can("clause.edit");
  const publishes = can("clause.publish");
  const entries: MenuEntry[] = [
    ...(c.status === "draft" && writes ? [{ label: "Edit", onSelect: edit }] : []),
    ...(c.status === "draft" && publishes
      ? [{ label: "Publish", onSelect: () => onStep({ clause: c, action: "publish" }) }]
      : []),
    ...(c.status === "published" && !drafted && writes
      ? [{ label: "Draft the next version", onSelect: edit }]
      : []),
    { label: "Versions and changes", onSelect: onVersions },
    ...(writes
      ? [{ label: "Export as a file", onSelect: () => void saveDefinition(path, c) }]
      : []),
    ...(publishes
      ? [
          {
            label: c.status === "draft" ? "Drop the draft" : "Retire",
            danger: true,
            onSelect: () => onStep({ clause: c, action: "retire" }),
          } as MenuEntry,
        ]
      : []),
  ];
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0">
          {c.name} <span className="text-12 text-t3">v{c.versionNo}</span>
        </h3>
        <StatusBadge statuses={definitionStatuses} status={c.status} />
        <span className="ml-auto">
          <Menu
            label={`Actions for ${c.name}`}
            entries={entries}
            trigger={
              <button
                type="button"
                className="btn btn-quiet btn-icon btn-small"
                aria-label={`Actions for ${c.name} version ${c.versionNo}`}
              >
                <Ellipsis aria-hidden="true" />
              </button>
            }
          />
        </span>
      </div>
      <p className="whitespace-pre-wrap">{c.text}</p>
      <p className="text-13 text-t3">
        {c.citation || "No citation"} ·{" "}
        {c.changeable
          ? c.fallbacks.length === 0
            ? "no fallbacks"
            : `${counted(c.fallbacks.length, "fallback")}: ${c.fallbacks.map(({ by }) => acceptors[by].label.toLowerCase()).join(", ")}`
          : "the other side cannot change it"}
      </p>
    </li>
  );
}

function Start({ onDrafted }: { onDrafted: () => void }) {
  return (
    <EmptyState
      kind="first-use"
      title="No clauses yet"
      action={
        <button type="button" className="btn btn-primary" onClick={onDrafted}>
          Draft the shipped clauses
        </button>
      }
    >
      A text is shipped for each clause that federal rules ask for. They come as drafts; counsel
      makes them yours before they are published.
    </EmptyState>
  );
}

const texts = {
  publish:
    "New contracts take this text from now on. The version before it is retired; contracts keep the version that they began with.",
  retire:
    "No further contract takes it. Where a rule asks for it, contracts are blocked until another clause meets the rule. Contracts that have it keep it.",
};

/** The agency's clauses, what may be agreed to instead, and the contracts that lack one. */
export default function ClauseLibrary() {
  const { can } = useAuth();
  const list = useGet<{ items: Clause[] }>("clauses", path, { first: true });
  const act = useMutationAction<{ drafted: number }>("clauses");
  const [step, setStep] = useState<Step | null>(null);
  const [versionsOf, setVersionsOf] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const all = list.data?.items ?? [];
  const shown = all.filter((each) => each.status !== "retired");
  const draftShipped = () =>
    act.mutate(
      { path: `${path}/actions/draftShipped` },
      {
        onSuccess: ({ drafted }) => notify.done(`${counted(drafted, "clause")} drafted`),
        onError: (error) => notify.failed("Nothing was drafted", error),
      },
    );
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Clauses</h1>
        {can("clause.edit") && (
          <>
            <button type="button" className="btn" onClick={() => setImporting(true)}>
              <Upload aria-hidden="true" />
              Import
            </button>
            <Link className="btn btn-primary" to={pathTo("clauseNew")}>
              <Plus aria-hidden="true" />
              New clause
            </Link>
          </>
        )}
      </div>
      <p className="text-t2">
        Contracts take their clauses from here and keep the version that they began with.
      </p>
      {list.isPending && <TableSkeleton columns={3} label="Loading the clauses" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The clauses" onRetry={() => void list.refetch()} />
      )}
      {list.data && all.length === 0 && <Start onDrafted={draftShipped} />}
      <RequiredClausesCheck />
      {(Object.keys(clauseKinds) as ClauseKind[])
        .filter((kind) => shown.some((each) => each.kind === kind))
        .map((kind) => (
          <Panel key={kind} title={clauseKinds[kind]}>
            <ul className="grid gap-5">
              {shown
                .filter((each) => each.kind === kind)
                .map((c) => (
                  <Row
                    key={c.id}
                    clause={c}
                    drafted={all.some(
                      (each) => each.definitionId === c.definitionId && each.status === "draft",
                    )}
                    onStep={setStep}
                    onVersions={() => setVersionsOf(c.definitionId)}
                  />
                ))}
            </ul>
          </Panel>
        ))}
      {importing && <ImportDialog path={path} what="clause" onClose={() => setImporting(false)} />}
      {step && (
        <StepDialog
          path={path}
          version={step.clause}
          action={step.action}
          text={texts[step.action]}
          onClose={() => setStep(null)}
        />
      )}
      {versionsOf && (
        <ClauseVersions
          versions={all.filter((each) => each.definitionId === versionsOf)}
          onClose={() => setVersionsOf(null)}
        />
      )}
    </div>
  );
}
