import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { clauseKinds, clauseSources } from "./clause.labels.ts";
import type { Clause, ContractClause, RequiredClause } from "./clause.model.ts";
import { RequiredList } from "./RequiredClauses.tsx";

type Standing = {
  items: ContractClause[];
  required: RequiredClause[];
  canEdit: boolean;
  version: number;
};

const sourceOf = (c: ContractClause): string =>
  c.source === "fallback" ? `Fallback of rank ${c.fallbackRank}` : clauseSources[c.source];

function One({ clause: c, onRemove }: { clause: ContractClause; onRemove: (() => void) | null }) {
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-start gap-x-3">
        <h3 className="min-w-0 flex-1">
          {c.position}. {c.name}
        </h3>
        {onRemove && (
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small"
            aria-label={`Take out: ${c.name}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
          </button>
        )}
      </div>
      <p className="whitespace-pre-wrap">{c.text}</p>
      <p className="text-13 text-t3">
        {sourceOf(c)}, version {c.versionNo} of the library
        {c.citation && ` · ${c.citation}`}
        {!c.changeable && " · cannot be changed by the other side"}
      </p>
    </li>
  );
}

/** Chooses one of the library's clauses in force that the contract does not have. */
function AddOne({ there, onAdd }: { there: readonly string[]; onAdd: (id: string) => void }) {
  const library = useGet<{ items: Clause[] }>("clauses", "/api/v1/clauses");
  const [chosen, setChosen] = useState("");
  const open =
    library.data?.items.filter(
      (each) => each.status === "published" && !there.includes(each.definitionId),
    ) ?? [];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="field min-w-0 flex-1">
        <span>Another clause of the library</span>
        <select
          className="field-control"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Choose</option>
          {open.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name} · {clauseKinds[each.kind]}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn"
        aria-disabled={chosen === ""}
        onClick={() => {
          if (chosen) onAdd(chosen);
          setChosen("");
        }}
      >
        Add
      </button>
    </div>
  );
}

/**
 * The clauses of a contract or of an amendment, the check list of those that rules ask for, and ways
 * to put them in. `path`: of the record in the API.
 */
export function ContractClauses({
  path,
  amendment = false,
}: {
  path: string;
  amendment?: boolean;
}) {
  const standing = useGet<Standing>("contracts", `${path}/clauses`);
  const act = useMutationAction("contracts", "contract-amendments");
  const [removing, setRemoving] = useState<ContractClause | null>(null);
  if (standing.isPending) return <TableSkeleton columns={2} label="Loading the clauses" />;
  if (!standing.data)
    return (
      <ErrorPanel
        error={standing.error}
        what="The clauses"
        onRetry={() => void standing.refetch()}
      />
    );
  const { items, required, canEdit, version } = standing.data;
  const send = (mutation: Parameters<typeof act.mutate>[0], done: string) =>
    act.mutate(
      { ...mutation, version },
      {
        onSuccess: () => notify.done(done),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  const open = required.filter((each) => !each.met && each.clauseId !== null).length;
  if (amendment && items.length === 0 && required.length === 0) return null;
  return (
    <>
      <Panel title="Required clauses" aside={<Link to={pathTo("clauses")}>Clause library</Link>}>
        <div className="grid gap-3">
          <RequiredList required={required} />
          {canEdit && open > 0 && (
            <button
              type="button"
              className="btn justify-self-start"
              aria-disabled={act.isPending}
              onClick={() =>
                send(
                  { path: `${path}/clauses`, ...(amendment ? {} : { body: { required: true } }) },
                  "Required clauses added",
                )
              }
            >
              Add the {open === 1 ? "missing clause" : `${open} missing clauses`}
            </button>
          )}
        </div>
      </Panel>
      <Panel title={amendment ? "Clauses that it brings" : "Clauses"}>
        <div className="grid gap-5">
          {items.length === 0 && <p className="text-t2">None yet.</p>}
          <ol className="grid gap-5">
            {items.map((c) => (
              <One
                key={c.id}
                clause={c}
                onRemove={canEdit && !amendment && !c.amendmentId ? () => setRemoving(c) : null}
              />
            ))}
          </ol>
          {canEdit && !amendment && (
            <AddOne
              there={items.map((c) => c.definitionId)}
              onAdd={(id) =>
                send({ path: `${path}/clauses`, body: { clauseIds: [id] } }, "Clause added")
              }
            />
          )}
        </div>
      </Panel>
      {removing && (
        <ConfirmDialog
          title={`Take out “${removing.name}”?`}
          description={`${sourceOf(removing)}. What was agreed of its text goes with it; it can be added again from the library.`}
          confirm="Take out"
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            send({ method: "DELETE", path: `${path}/clauses/${removing.id}` }, "Clause taken out");
            setRemoving(null);
          }}
        />
      )}
    </>
  );
}
