import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { changeStatuses } from "#areas/contracts/contracts.public.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { OpenedChanges as Answer } from "./change.model.ts";
import type { Begins } from "./ProposeDialog.tsx";

const ProposeDialog = dialogOnDemand(
  async () => (await import("./ProposeDialog.tsx")).ProposeDialog,
);

/** The changes that a question, log or schedule opened; `begins` where it may open one now. */
export function OpenedChanges({
  noun,
  id,
  begins,
}: {
  noun: "rfis" | "daily-logs" | "schedules";
  id: string;
  begins: Begins | null;
}) {
  const { can } = useAuth();
  const [asking, setAsking] = useState(false);
  const { data } = useGet<Answer>(noun, `/api/v1/${noun}/${id}/changes`);
  if (!data) return null;
  const may = begins !== null && data.changeable.length > 0 && can("project.edit");
  if (data.changes.length === 0 && !may) return null;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Changes of the contract</h2>
        {may && (
          <button type="button" className="btn btn-secondary" onClick={() => setAsking(true)}>
            Open a change
          </button>
        )}
      </div>
      {data.changes.length === 0 ? (
        <p className="text-t2">It opened none yet.</p>
      ) : (
        <ul className="grid gap-2">
          {data.changes.map((change) => (
            <li key={change.id} className="flex flex-wrap items-center gap-3">
              <Link className="mono" to={pathTo("changeOrder", { id: change.id })}>
                {change.number}
              </Link>
              <span className="min-w-0">{change.title}</span>
              <StatusBadge statuses={changeStatuses} status={change.status} />
            </li>
          ))}
        </ul>
      )}
      {asking && begins && (
        <ProposeDialog
          path={`/api/v1/${noun}/${id}/actions/proposeChange`}
          contracts={data.changeable}
          begins={begins}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
