import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Dialog, dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { baseOf } from "./editing.ts";
import type { Bases, PaperTemplate } from "./paper.model.ts";

const path = "/api/v1/paper-templates";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const texts = {
  publish:
    "Lists and submissions offer it from now on. The version before it is retired; what it filled in stays.",
  retire: "Nobody fills it in any more. What it filled in stays.",
};
type Step = { template: PaperTemplate; action: "publish" | "retire" };

const basisOf = (template: PaperTemplate, bases: Bases | undefined): string => {
  const { basis } = template;
  const base = baseOf(bases, basis);
  if (!base) return basis.kind === "form" ? "a form" : "a list";
  return basis.kind === "form" ? `the form ${base.name}` : `the list of ${base.name}`;
};

function Row({
  template,
  basis,
  drafted,
  onStep,
  onCompare,
}: {
  template: PaperTemplate;
  basis: string;
  drafted: boolean;
  onStep: (step: Step) => void;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const to = pathTo("paperEdit", { id: template.id });
  const draft = template.status === "draft";
  const entries: MenuEntry[] = [
    ...(draft
      ? [
          { label: "Design", onSelect: () => void navigate(to) },
          { label: "Publish", onSelect: () => onStep({ template, action: "publish" as const }) },
        ]
      : []),
    ...(!draft && !drafted
      ? [{ label: "Draft the next version", onSelect: () => void navigate(to) }]
      : []),
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
          <Link to={to}>{template.name}</Link>{" "}
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
        Filled from {basis} · {counted(template.places.length, "place")}
        {template.offered && " · the empty PDF is offered"}
      </p>
    </li>
  );
}

function Head({ onImport }: { onImport: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 text-t2 max-md:basis-full">
        The agency's own PDFs, filled in from submissions and from records of any list.
      </p>
      <button type="button" className="btn" onClick={onImport}>
        Import a template
      </button>
      <Link className="btn btn-primary" to={pathTo("paperNew")}>
        <Plus aria-hidden="true" />
        New PDF template
      </Link>
    </div>
  );
}

/** The agency's PDF templates that are drafts or in force, and what can be done with each. */
export function PaperList() {
  const list = useGet<{ items: PaperTemplate[] }>("paper-templates", path);
  const bases = useGet<Bases>("form-definitions", "/api/v1/paper-bases");
  const [step, setStep] = useState<Step | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  if (list.isPending) return <TableSkeleton columns={3} label="Loading the PDF templates" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The PDF templates" />;
  const all = list.data.items;
  const shown = all.filter((template) => template.status !== "retired");
  const versions = all
    .filter((template) => template.definitionId === compared)
    .toSorted((a, b) => b.versionNo - a.versionNo);
  return (
    <div className="grid gap-6">
      <Head onImport={() => setImporting(true)} />
      {shown.length === 0 ? (
        <EmptyState kind="first-use" title="No PDF templates yet">
          Upload a PDF that your agency fills in by hand today.
        </EmptyState>
      ) : (
        <ul className="grid gap-5">
          {shown.map((template) => (
            <Row
              key={template.id}
              template={template}
              basis={basisOf(template, bases.data)}
              drafted={all.some(
                (each) => each.definitionId === template.definitionId && each.status === "draft",
              )}
              onStep={setStep}
              onCompare={() => setCompared(template.definitionId)}
            />
          ))}
        </ul>
      )}
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
          onOpenChange={(open) => !open && setCompared(null)}
          title={`Versions of ${versions[0]?.name}`}
        >
          {versions.length < 2 ? (
            <p>There is one version only.</p>
          ) : (
            <CompareVersions path={path} versions={versions} />
          )}
        </Dialog>
      )}
      {importing && (
        <ImportDialog path={path} what="PDF template" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
