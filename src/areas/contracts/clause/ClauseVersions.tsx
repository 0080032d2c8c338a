import { formatInstant } from "#kernel/dates.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { CompareVersions } from "#web/kit/definition/CompareVersions.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Clause } from "./clause.model.ts";

/** Every version of a clause, newest first, and any two of them beside each other. */
export function ClauseVersions({
  versions,
  onClose,
}: {
  versions: readonly Clause[];
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const newest = versions.toSorted((a, b) => b.versionNo - a.versionNo);
  return (
    <Dialog
      onClose={onClose}
      title={newest[0]?.name ?? "Versions"}
      description="Published versions never change. Contracts keep the version that they began with."
      className="dialog dialog-wide"
    >
      <div className="grid gap-5">
        <ol className="activity">
          {newest.map((version) => (
            <li key={version.id} className="grid gap-2">
              <p className="flex flex-wrap items-center gap-3">
                <b>Version {version.versionNo}</b>
                <StatusBadge statuses={definitionStatuses} status={version.status} />
                {version.publishedAt && (
                  <span className="when">
                    published {formatInstant(version.publishedAt, timeZone)}
                  </span>
                )}
              </p>
              <p className="text-13 whitespace-pre-wrap text-t2">{version.text}</p>
            </li>
          ))}
        </ol>
        {newest.length > 1 && <CompareVersions path="/api/v1/clauses" versions={newest} />}
      </div>
    </Dialog>
  );
}
