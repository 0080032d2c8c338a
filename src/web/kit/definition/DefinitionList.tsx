import { Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { definitionStatuses, type DefinitionHead } from "#kernel/definition.ts";
import { Dialog, Menu, type MenuEntry } from "../overlays.tsx";
import { StatusBadge } from "../StatusBadge.tsx";
import { CompareVersions } from "./CompareVersions.tsx";
import { saveDefinition } from "./saveDefinition.ts";
import { StepDialog } from "./StepDialog.tsx";

type Action = "publish" | "retire";
type Own<T> = {
  /** The kind's address in the API. */
  path: string;
  /** Where a version opens. */
  to: (version: T) => string;
  /** What opening a draft is called: "Design", "Write". */
  edit: string;
  /** Whether the person may change definitions; else one reads what is in force. */
  mayChange?: boolean;
  /** What stands under its name. */
  about: (version: T) => ReactNode;
};

function Row<T extends DefinitionHead>({
  own: { path, to, edit, mayChange = true, about },
  version,
  drafted,
  onStep,
  onCompare,
}: {
  own: Own<T>;
  version: T;
  drafted: boolean;
  onStep: (action: Action) => void;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const open = () => void navigate(to(version));
  const draft = version.status === "draft";
  const entries: MenuEntry[] = [
    ...(draft
      ? [
          { label: edit, onSelect: open },
          { label: "Publish", onSelect: () => onStep("publish") },
        ]
      : []),
    ...(!draft && !drafted ? [{ label: "Draft the next version", onSelect: open }] : []),
    { label: "Compare versions", onSelect: onCompare },
    { label: "Export as a file", onSelect: () => void saveDefinition(path, version) },
    {
      label: draft ? "Drop the draft" : "Retire",
      danger: true,
      onSelect: () => onStep("retire"),
    },
  ];
  const label = `Actions for ${version.name} version ${version.versionNo}`;
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0">
          <Link to={to(version)}>{version.name}</Link>{" "}
          <span className="text-12 text-t3">v{version.versionNo}</span>
        </h2>
        <StatusBadge statuses={definitionStatuses} status={version.status} />
        {mayChange && (
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
      {about(version)}
    </li>
  );
}

/**
 * Versions of definitions with what can be done to each, and the dialogs that publish, retire and
 * compare them. `all` are the families' versions, `shown` those of the list; `texts` say what a step
 * does, `unchanging` what stays with a published version, `changes` what another version would change
 * beside its text, `nouns` what else is read anew after a step.
 */
export function DefinitionList<T extends DefinitionHead>({
  all,
  shown,
  what,
  texts,
  unchanging,
  changes,
  nouns = [],
  ...own
}: Own<T> & {
  all: readonly T[];
  shown: readonly T[];
  what: string;
  texts: Readonly<Record<Action, string>>;
  unchanging: string;
  changes?: (before: T, after: T) => ReactNode;
  nouns?: readonly string[];
}) {
  const [step, setStep] = useState<{ version: T; action: Action } | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const versions = all
    .filter((each) => each.definitionId === compared)
    .toSorted((a, b) => b.versionNo - a.versionNo);
  const under = (before: string, after: string) => {
    const [was, now] = [before, after].map((id) => versions.find((each) => each.id === id));
    return was && now && changes?.(was, now);
  };
  return (
    <>
      <ul className="grid gap-5">
        {shown.map((version) => (
          <Row
            key={version.id}
            own={own}
            version={version}
            drafted={all.some(
              (each) => each.definitionId === version.definitionId && each.status === "draft",
            )}
            onStep={(action) => setStep({ version, action })}
            onCompare={() => setCompared(version.definitionId)}
          />
        ))}
      </ul>
      {step && (
        <StepDialog
          path={own.path}
          version={step.version}
          action={step.action}
          text={texts[step.action]}
          nouns={nouns}
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
          description={unchanging}
          className="dialog dialog-wide"
        >
          {versions.length > 1 ? (
            <CompareVersions path={own.path} versions={versions} under={under} />
          ) : (
            <p>There is one version of this {what}.</p>
          )}
        </Dialog>
      )}
    </>
  );
}
