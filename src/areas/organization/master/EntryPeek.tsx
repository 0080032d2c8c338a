import { useState } from "react";
import { Link } from "react-router";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { entryStates, sharedListNames, type SharedListName } from "./master.labels.ts";
import type { EntryUse } from "./master.model.ts";

export type PeekEntry = {
  id: string;
  version: number;
  active: boolean;
  retiredBecause: string;
};

function Uses({ path, id }: { path: string; id: string }) {
  const uses = useGet<{ items: EntryUse[] }>("master-uses", `${path}/${id}/uses`);
  if (!uses.data) return <div className="skeleton h-16" role="status" aria-label="Counting" />;
  const found = uses.data.items.filter((use) => use.count > 0);
  return (
    <section>
      <h3 className="mb-1">Where it is used</h3>
      {found.length === 0 ? (
        <p className="text-14 text-t3">Nowhere yet.</p>
      ) : (
        <ul className="grid gap-1 text-14">
          {found.map((use) => (
            <li key={use.label} className="flex justify-between gap-4">
              <Link className="text-link" to={use.href}>
                {use.label}
              </Link>
              <span className="mono">{use.count}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One entry beside its list: its facts, where it is used, and what can be done with it. */
export function EntryPeek({
  list,
  path,
  entry,
  name,
  facts,
  keeper,
  onEdit,
}: {
  list: SharedListName;
  path: string;
  entry: PeekEntry;
  name: string;
  facts: readonly (readonly [string, string])[];
  keeper: boolean;
  onEdit: () => void;
}) {
  const [retiring, setRetiring] = useState(false);
  const act = useMutationAction(path, list);
  const { one } = sharedListNames[list];
  const move = (action: "retire" | "restore", reason = "") =>
    act.mutate(
      {
        path: `${path}/${entry.id}/actions/${action}`,
        version: entry.version,
        body: action === "retire" ? { reason } : {},
      },
      {
        onSuccess: () => notify.done(action === "retire" ? "Retired" : "In use again", name),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <div className="stack">
      {/* The panel's head says the name of a place already. */}
      {list !== "places" && <h2>{name}</h2>}
      <div>
        <StatusBadge statuses={entryStates} status={String(entry.active)} />
      </div>
      {!entry.active && <p className="text-14 text-t2">{entry.retiredBecause}</p>}
      <Facts rows={facts} />
      <Uses path={path} id={entry.id} />
      <div className="flex flex-wrap gap-2">
        {entry.active && (
          <button type="button" className="btn btn-small" onClick={onEdit}>
            {keeper ? "Edit" : "Propose a change"}
          </button>
        )}
        {keeper && entry.active && (
          <button type="button" className="btn btn-small" onClick={() => setRetiring(true)}>
            Retire
          </button>
        )}
        {keeper && !entry.active && (
          <button
            type="button"
            className="btn btn-small"
            disabled={act.isPending}
            onClick={() => move("restore")}
          >
            Restore
          </button>
        )}
      </div>
      {retiring && (
        <TextDialog
          title={`Retire ${name}`}
          label="Why"
          hint={`The ${one} is offered no more. Records that name it keep it.`}
          confirm="Retire"
          onClose={() => setRetiring(false)}
          onConfirm={(reason) => {
            setRetiring(false);
            move("retire", reason);
          }}
        />
      )}
    </div>
  );
}
