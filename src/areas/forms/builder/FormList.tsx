import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { Dialog, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { audiences } from "../form/form.labels.ts";
import type { FormVersion } from "../form/form.model.ts";
import { sizeOf } from "./formValues.ts";

const path = "/api/v1/form-definitions";
const texts = {
  publish:
    "It can be filled in from now on. The version before it is retired; submissions keep the version that they began with.",
  retire: "Nobody begins it any more. What was filled in stays, and drafts may still be sent.",
};
type Step = { form: FormVersion; action: "publish" | "retire" };

/** Where it is filled in. */
const placeOf = (form: FormVersion): string =>
  form.audience === "public"
    ? pathTo("publicForm", { slug: form.slug })
    : form.audience === "vendors"
      ? pathTo("portalForms")
      : pathTo("formFill", { id: form.definitionId });

function Row({
  form,
  drafted,
  onStep,
  onCompare,
}: {
  form: FormVersion;
  drafted: boolean;
  onStep: (step: Step) => void;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const edit = () => void navigate(pathTo("formEdit", { id: form.id }));
  const draft = form.status === "draft";
  const entries: MenuEntry[] = [
    ...(draft
      ? [
          { label: "Design", onSelect: edit },
          { label: "Publish", onSelect: () => onStep({ form, action: "publish" as const }) },
        ]
      : []),
    ...(!draft && !drafted ? [{ label: "Draft the next version", onSelect: edit }] : []),
    { label: "Compare versions", onSelect: onCompare },
    { label: "Export as a file", onSelect: () => void saveDefinition(path, form) },
    {
      label: draft ? "Drop the draft" : "Retire",
      danger: true,
      onSelect: () => onStep({ form, action: "retire" }),
    },
  ];
  const label = `Actions for ${form.name} version ${form.versionNo}`;
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          {form.name} <span className="text-12 text-t3">v{form.versionNo}</span>
        </h2>
        <StatusBadge statuses={definitionStatuses} status={form.status} />
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
        {audiences[form.audience]} · {sizeOf(form)}
        {form.status === "published" && (
          <>
            {" · "}
            <Link to={placeOf(form)}>Where it is filled in</Link>
          </>
        )}
      </p>
    </li>
  );
}

/** The agency's forms that are drafts or in force, and what can be done with each. */
export function FormList({ all }: { all: readonly FormVersion[] }) {
  const [step, setStep] = useState<Step | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const shown = all.filter((form) => form.status !== "retired");
  const versions = all
    .filter((form) => form.definitionId === compared)
    .toSorted((a, b) => b.versionNo - a.versionNo);
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No forms yet">
        Design the first one, or import one that another agency gave you as a file.
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-5">
        {shown.map((form) => (
          <Row
            key={form.id}
            form={form}
            drafted={all.some(
              (each) => each.definitionId === form.definitionId && each.status === "draft",
            )}
            onStep={setStep}
            onCompare={() => setCompared(form.definitionId)}
          />
        ))}
      </ul>
      {step && (
        <StepDialog
          path={path}
          version={step.form}
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
          description="Published versions never change. Submissions keep the version that they began with."
          className="dialog dialog-wide"
        >
          {versions.length > 1 ? (
            <CompareVersions path={path} versions={versions} />
          ) : (
            <p>There is one version of this form.</p>
          )}
        </Dialog>
      )}
    </>
  );
}
