import { formatInstant } from "#kernel/dates.ts";
import { definitionStatuses, differencesBetween } from "#kernel/definition.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { DifferenceList } from "#web/kit/definition/DifferenceList.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { Policy } from "./policy.model.ts";
import { factsOf, type Names } from "./policy-words.labels.ts";
import { policiesPath } from "./usePolicies.ts";

function Changes({
  before,
  after,
  names,
}: {
  before: Policy | undefined;
  after: Policy;
  names: Names;
}) {
  if (!before)
    return (
      <div className="text-13">
        <Facts rows={factsOf(after, names)} />
      </div>
    );
  const changes = differencesBetween(factsOf(before, names), factsOf(after, names));
  if (changes.length === 0)
    return <p className="text-13 text-t3">Says the same as version {before.versionNo}.</p>;
  return <DifferenceList items={changes} />;
}

/** Every version of a policy, newest first, each with what changed against the one before. */
export function PolicyVersions({
  versions,
  names,
  onClose,
}: {
  versions: readonly Policy[];
  names: Names;
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const newest = versions.toSorted((a, b) => b.versionNo - a.versionNo);
  return (
    <Dialog
      onClose={onClose}
      title={newest[0]?.name ?? "Versions"}
      description="Published versions never change. Documents on their way stay with the version they started on."
      className="dialog dialog-wide"
    >
      <ol className="activity">
        {newest.map((version, at) => (
          <li key={version.id} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-3">
              <b>Version {version.versionNo}</b>
              <StatusBadge statuses={definitionStatuses} status={version.status} />
              {version.publishedAt && (
                <span className="when">
                  published {formatInstant(version.publishedAt, timeZone)}
                </span>
              )}
              <button
                type="button"
                className="btn btn-small ml-auto"
                aria-label={`Export version ${version.versionNo}`}
                onClick={() => void saveDefinition(policiesPath, version)}
              >
                Export
              </button>
            </p>
            <Changes before={newest[at + 1]} after={version} names={names} />
          </li>
        ))}
      </ol>
      {newest.length > 1 && <CompareVersions path={policiesPath} versions={newest} />}
    </Dialog>
  );
}
