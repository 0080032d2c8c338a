import { useState } from "react";
import { useMedia } from "#web/kit/media.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import type { HolderRow, MatrixAnswer, PermissionLine } from "../access/access.model.ts";
import { MatrixTable, Opens } from "./MatrixTable.tsx";
import { MatrixProof } from "./MatrixProof.tsx";

const fits = ({ permission, doors, steps }: PermissionLine, words: string): boolean =>
  [permission, ...doors, ...steps].some((text) => text.toLowerCase().includes(words.toLowerCase()));

/** One holder on a phone: what they may, each permission with what it opens. */
function OneHolder({ holder, lines }: { holder: HolderRow; lines: readonly PermissionLine[] }) {
  const held = lines.filter((line) => line.holders.includes(holder.id));
  if (held.length === 0)
    return (
      <EmptyState kind="no-results" title="Nothing of this">
        {holder.label} gives none of the permissions that fit.
      </EmptyState>
    );
  return (
    <Panel title={holder.label} flush>
      <ul>
        {held.map((line) => (
          <li key={line.permission} className="border-b border-hair px-4 py-3 last:border-0">
            <Opens line={line} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Permission by holder, drawn from the running server; proved at a press. */
export function Matrix() {
  const [words, setWords] = useState("");
  const [who, setWho] = useState("member");
  const phone = useMedia("(max-width: 1023px)");
  const read = useGet<MatrixAnswer>("access-matrix", "/api/v1/access-matrix");
  if (read.isPending) return <TableSkeleton columns={5} label="Loading the matrix" />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="The matrix" onRetry={() => void read.refetch()} />;
  const { holders, permissions } = read.data;
  const lines = permissions.filter((line) => fits(line, words));
  return (
    <div className="grid gap-4">
      <MatrixProof />
      <div className="flex flex-wrap gap-4">
        <label className="field w-full max-w-[360px]">
          <span className="label">Find a permission, address or step</span>
          <input
            className="field-control"
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        {phone && (
          <label className="field w-full max-w-[360px]">
            <span className="label">Role or duty</span>
            <select
              className="field-control"
              value={who}
              onChange={(event) => setWho(event.target.value)}
            >
              {holders.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p className="text-13 text-t2" role="status">
        {lines.length} of {permissions.length} permissions
      </p>
      {phone ? (
        <OneHolder holder={holders.find(({ id }) => id === who)!} lines={lines} />
      ) : (
        <MatrixTable holders={holders} lines={lines} />
      )}
    </div>
  );
}
