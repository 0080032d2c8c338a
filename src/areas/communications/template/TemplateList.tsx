import { Ellipsis, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Dialog, dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { templateKinds } from "./template.labels.ts";
import type { TemplateVersion } from "./template.model.ts";

const path = "/api/v1/letter-templates";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const texts = {
  publish: "Letters are written by it from now on. The version before it is retired.",
  retire: "Nobody writes by it any more. What was written stays.",
};
type Step = { template: TemplateVersion; action: "publish" | "retire" };

function Row({
  template,
  drafted,
  onStep,
  onCompare,
}: {
  template: TemplateVersion;
  drafted: boolean;
  onStep: (step: Step) => void;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const edit = () => void navigate(pathTo("templateEdit", { id: template.id }));
  const draft = template.status === "draft";
  const entries: MenuEntry[] = [
    ...(draft
      ? [
          { label: "Write", onSelect: edit },
          { label: "Publish", onSelect: () => onStep({ template, action: "publish" as const }) },
        ]
      : []),
    ...(!draft && !drafted ? [{ label: "Draft the next version", onSelect: edit }] : []),
    { label: "Compare versions", onSelect: onCompare },
    { label: "Export as a file", onSelect: () => void saveDefinition(path, template) },
    {
      label: draft ? "Drop the draft" : "Retire",
      danger: true,
      onSelect: () => onStep({ template, action: "retire" }),
    },
  ];
  const label = `Actions for ${template.name} version ${template.versionNo}`;
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          <Link to={pathTo("templateEdit", { id: template.id })}>{template.name}</Link>{" "}
          <span className="text-12 text-t3">v{template.versionNo}</span>
        </h2>
        <StatusBadge statuses={definitionStatuses} status={template.status} />
        <span className="ml-auto">
          <Menu
            label={label}
            entries={entries}
            trigger={
              <button type="button" className="btn btn-quiet btn-icon btn-small" aria-label={label}>
                <Ellipsis aria-hidden="true" />
              </button>
            }
          />
        </span>
      </div>
      <p className="text-13 text-t3">
        {templateKinds[template.kind]} · {template.subject}
      </p>
    </li>
  );
}

function Templates({ all }: { all: readonly TemplateVersion[] }) {
  const [step, setStep] = useState<Step | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const shown = all.filter((each) => each.status !== "retired");
  const versions = all.filter((each) => each.definitionId === compared);
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No templates yet">
        Write the first letter, or import one that another agency gave you as a file.
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-5">
        {shown.map((template) => (
          <Row
            key={template.id}
            template={template}
            drafted={all.some(
              (each) => each.definitionId === template.definitionId && each.status === "draft",
            )}
            onStep={setStep}
            onCompare={() => setCompared(template.definitionId)}
          />
        ))}
      </ul>
      {step && (
        <StepDialog
          path={path}
          version={step.template}
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
          description="Published versions never change."
          className="dialog dialog-wide"
        >
          {versions.length > 1 ? (
            <CompareVersions path={path} versions={versions} />
          ) : (
            <p>There is one version of this template.</p>
          )}
        </Dialog>
      )}
    </>
  );
}

/** /utilities/templates: letters, memos and mails that the agency writes often. */
export default function TemplateList() {
  const [importing, setImporting] = useState(false);
  const list = useGet<{ items: TemplateVersion[] }>("letter-templates", path, { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Templates</h1>
        <button type="button" className="btn" onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" />
          Import
        </button>
        <Link className="btn btn-primary" to={pathTo("templateNew")}>
          <Plus aria-hidden="true" />
          New template
        </Link>
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the templates" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The templates" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Templates all={list.data.items} />}
      {importing && (
        <ImportDialog path={path} what="template" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
