import { useState, type ReactNode } from "react";
import { definitionStatuses, type DefinitionHead, type Difference } from "#kernel/definition.ts";
import { useGet } from "../queries.ts";
import { ErrorPanel } from "../states.tsx";
import { DifferenceList } from "./DifferenceList.tsx";

type Head = Pick<DefinitionHead, "id" | "versionNo" | "status">;

function Choice({
  label,
  value,
  versions,
  onChange,
}: {
  label: string;
  value: string;
  versions: readonly Head[];
  onChange: (id: string) => void;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="field-control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            Version {version.versionNo}, {definitionStatuses[version.status].label.toLowerCase()}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Any two versions of a family beside each other. `path`: the kind's address in the API; `versions`
 * newest first, two at least. `under`: what the kind says of the change beside what differs.
 */
export function CompareVersions({
  path,
  versions,
  under,
}: {
  path: string;
  versions: readonly Head[];
  under?: (before: string, after: string) => ReactNode;
}) {
  const [before, setBefore] = useState(versions.at(-1)!.id);
  const [after, setAfter] = useState(versions[0]!.id);
  const same = before === after;
  const found = useGet<{ items: Difference[] }>(
    path,
    `${path}/${after}/differences?against=${before}`,
    {
      enabled: !same,
    },
  );
  return (
    <section className="grid gap-3" aria-label="Compare two versions">
      <h3>Compare two versions</h3>
      <div className="grid grid-cols-2 gap-3">
        <Choice label="From" value={before} versions={versions} onChange={setBefore} />
        <Choice label="To" value={after} versions={versions} onChange={setAfter} />
      </div>
      <div role="status">
        {same && <p className="text-13 text-t3">Choose two versions.</p>}
        {!same && found.data?.items.length === 0 && (
          <p className="text-13 text-t3">Both say the same.</p>
        )}
        {!same && found.data && <DifferenceList items={found.data.items} />}
      </div>
      {!same && found.isError && (
        <ErrorPanel
          error={found.error}
          what="The comparison"
          onRetry={() => void found.refetch()}
        />
      )}
      {!same && under?.(before, after)}
    </section>
  );
}
