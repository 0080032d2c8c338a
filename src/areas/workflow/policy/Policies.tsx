import { Ellipsis, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { approvableTypes, policyTypes, type ApprovableType } from "./policy.labels.ts";
import type { Policy } from "./policy.model.ts";
import { conditionInWords, stagesOf, type Names } from "./policy-words.labels.ts";
import { Simulator } from "./Simulator.tsx";
import { policiesPath, usePolicies, usePolicyNames } from "./usePolicies.ts";

const PolicyVersions = dialogOnDemand(
  async () => (await import("./PolicyVersions.tsx")).PolicyVersions,
);
const StartingSetDialog = dialogOnDemand(
  async () => (await import("./StartingSet.tsx")).StartingSetDialog,
);
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);

type Step = { policy: Policy; action: "publish" | "retire" };

/** Says what publishing or retiring does before it happens. */
function Confirm({
  step,
  versions,
  onClose,
}: {
  step: Step;
  versions: readonly Policy[];
  onClose: () => void;
}) {
  const { policy, action } = step;
  const before = versions.find(
    (each) => each.definitionId === policy.definitionId && each.status === "published",
  );
  const text =
    action === "publish"
      ? `From now on it decides what it applies to.${before ? ` Version ${before.versionNo} is retired.` : ""} Documents on their way stay with the version they started on.`
      : "New documents no longer use it. If no other policy covers them, they cannot be submitted. Documents on their way go on with it.";
  return (
    <StepDialog
      path={policiesPath}
      version={policy}
      action={action}
      text={text}
      onClose={onClose}
    />
  );
}

type RowProps = {
  policy: Policy;
  names: Names;
  drafted: boolean;
  onStep: (step: Step) => void;
  onVersions: () => void;
};

function PolicyRow({ policy, names, drafted, onStep, onVersions }: RowProps) {
  const navigate = useNavigate();
  const edit = () => void navigate(pathTo("policy", { id: policy.id }));
  const entries: MenuEntry[] = [
    ...(policy.status === "published" && !drafted
      ? [{ label: "Draft the next version", onSelect: edit } as MenuEntry]
      : []),
    { label: "Versions and changes", onSelect: onVersions },
    { label: "Export as a file", onSelect: () => void saveDefinition(policiesPath, policy) },
    ...(policy.status === "retired"
      ? []
      : [
          {
            label: policy.status === "draft" ? "Drop the draft" : "Retire",
            danger: true,
            onSelect: () => onStep({ policy, action: "retire" }),
          } as MenuEntry,
        ]),
  ];
  return (
    <tr>
      <td className="num">{policy.priority}</td>
      <td className="!whitespace-normal">
        {policy.status === "retired" ? (
          policy.name
        ) : (
          <Link to={pathTo("policy", { id: policy.id })}>{policy.name}</Link>
        )}{" "}
        <span className="text-12 text-t3">v{policy.versionNo}</span>
      </td>
      <td className="!max-w-72 !whitespace-normal">{conditionInWords(policy.condition, names)}</td>
      <td className="!max-w-72 !whitespace-normal text-t2">
        {stagesOf(policy.steps)
          .map((steps) => steps.map((step) => step.name).join(" + "))
          .join(" → ")}
      </td>
      <td>
        <StatusBadge statuses={definitionStatuses} status={policy.status} />
      </td>
      <td className="w-10">
        <span className="flex items-center justify-end gap-2">
          {policy.status === "draft" && (
            <button
              type="button"
              className="btn btn-primary btn-small"
              aria-label={`Publish ${policy.name}`}
              onClick={() => onStep({ policy, action: "publish" })}
            >
              Publish
            </button>
          )}
          <Menu
            label={`Actions for ${policy.name}`}
            entries={entries}
            trigger={
              <button
                type="button"
                className="btn btn-quiet btn-icon btn-small"
                aria-label={`Actions for ${policy.name} version ${policy.versionNo}`}
              >
                <Ellipsis aria-hidden="true" />
              </button>
            }
          />
        </span>
      </td>
    </tr>
  );
}

function TypeSection({
  type,
  policies,
  all,
  names,
  onStep,
  onVersions,
}: {
  type: ApprovableType;
  policies: readonly Policy[];
  all: readonly Policy[];
  names: Names;
  onStep: (step: Step) => void;
  onVersions: (definitionId: string) => void;
}) {
  return (
    <section className="panel" aria-labelledby={`type-${type}`}>
      <header>
        <h2 id={`type-${type}`}>{approvableTypes[type]}</h2>
        <span className="ml-auto text-12 text-t3">the lowest order that fits decides</span>
      </header>
      {policies.length === 0 ? (
        <p className="panel-body text-warning">
          No policy is in force: this type cannot be submitted.
        </p>
      ) : (
        <div
          className="overflow-x-auto"
          tabIndex={0}
          role="region"
          aria-label={`Policies for ${approvableTypes[type].toLowerCase()}`}
        >
          <table className="ledger policy-rows">
            <thead>
              <tr>
                <th scope="col" className="num">
                  Order
                </th>
                <th scope="col">Policy</th>
                <th scope="col">Applies to</th>
                <th scope="col">Steps</th>
                <th scope="col">Status</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {policies.map((policy) => (
                <PolicyRow
                  key={policy.id}
                  policy={policy}
                  names={names}
                  drafted={all.some(
                    (each) => each.definitionId === policy.definitionId && each.status === "draft",
                  )}
                  onStep={onStep}
                  onVersions={() => onVersions(policy.definitionId)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/**
 * Who must approve what: the agency's policies by document, their versions, and a way to try them.
 */
export default function Policies() {
  const list = usePolicies();
  const { names, departments, funds } = usePolicyNames();
  const [step, setStep] = useState<Step | null>(null);
  const [versionsOf, setVersionsOf] = useState<string | null>(null);
  const [retired, setRetired] = useState(false);
  const [importing, setImporting] = useState(false);
  const [beginning, setBeginning] = useState(false);
  const all = list.data?.items ?? [];
  const uncovered = Object.keys(policyTypes).filter(
    (type) => !all.some((each) => each.documentType === type && each.status === "published"),
  ).length;
  const shown = all
    .filter((policy) => retired || policy.status !== "retired")
    .toSorted((a, b) => a.priority - b.priority || b.versionNo - a.versionNo);
  return (
    <div className="grid gap-4">
      <div className="list-head !mb-0">
        <h1>Approval policies</h1>
        <label className="check !py-0">
          <input
            type="checkbox"
            checked={retired}
            onChange={(event) => setRetired(event.target.checked)}
          />
          Show retired
        </label>
        <button type="button" className="btn" onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" />
          Import
        </button>
        <Link className={all.length === 0 ? "btn" : "btn btn-primary"} to={pathTo("policyNew")}>
          <Plus aria-hidden="true" />
          New policy
        </Link>
      </div>
      <p className="text-t2">
        A document goes to the first policy, by order, whose condition it meets. What no policy
        covers cannot be submitted.
      </p>
      {list.isPending && <TableSkeleton columns={5} label="Loading the policies" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The policies" onRetry={() => void list.refetch()} />
      )}
      {list.data && all.length === 0 && (
        <EmptyState
          kind="first-use"
          title="No policies yet"
          action={
            <button type="button" className="btn btn-primary" onClick={() => setBeginning(true)}>
              Begin with a starting set
            </button>
          }
        >
          Until one is published nothing can be submitted for approval. A starting set covers every
          kind of document in one press.
        </EmptyState>
      )}
      {all.length > 0 && uncovered > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-warning">
            {uncovered === 1
              ? "One kind of document has no policy: it cannot be submitted."
              : `${uncovered} kinds of document have no policy: they cannot be submitted.`}
          </p>
          <button type="button" className="btn" onClick={() => setBeginning(true)}>
            Begin with a starting set
          </button>
        </div>
      )}
      {all.length > 0 && (
        <div className="record-body !mt-0" data-rail="true">
          <div className="stack">
            {(Object.keys(policyTypes) as ApprovableType[]).map((type) => (
              <TypeSection
                key={type}
                type={type}
                policies={shown.filter((policy) => policy.documentType === type)}
                all={all}
                names={names}
                onStep={setStep}
                onVersions={setVersionsOf}
              />
            ))}
          </div>
          <aside className="stack" aria-label="Try the policies">
            <Simulator
              policies={all}
              names={names}
              departments={departments}
              funds={funds.map((fund) => ({ id: fund.id, name: `${fund.code} ${fund.name}` }))}
            />
          </aside>
        </div>
      )}
      {beginning && <StartingSetDialog policies={all} onClose={() => setBeginning(false)} />}
      {importing && (
        <ImportDialog path={policiesPath} what="policy" onClose={() => setImporting(false)} />
      )}
      {step && <Confirm step={step} versions={all} onClose={() => setStep(null)} />}
      {versionsOf && (
        <PolicyVersions
          versions={all.filter((policy) => policy.definitionId === versionsOf)}
          names={names}
          onClose={() => setVersionsOf(null)}
        />
      )}
    </div>
  );
}
