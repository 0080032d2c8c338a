import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { DisasterMoney } from "#areas/recovery/recovery.ui.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DisasterRow } from "./disaster.model.ts";

function Decide({ row }: { row: DisasterRow }) {
  const act = useMutationAction("disaster-costs");
  const send = (decision: "accepted" | "dismissed") =>
    void act
      .mutateAsync({
        path: `/api/v1/disaster-costs/${row.id}/decision`,
        body: {
          decision,
          reason: decision === "dismissed" ? "Not for the emergency" : "",
        },
      })
      .catch((error: unknown) => notify.failed("This was not decided", error));
  if (row.decision)
    return (
      <Badge
        tone={row.decision === "accepted" ? "success" : "neutral"}
        label={row.decision === "accepted" ? "Accepted" : "Dismissed"}
      />
    );
  return (
    <span className="flex gap-2">
      <button type="button" className="btn btn-primary" onClick={() => send("accepted")}>
        Accept
      </button>
      <button type="button" className="btn" onClick={() => send("dismissed")}>
        Dismiss
      </button>
    </span>
  );
}

/** Emergency costs that no award carries, and why each may be reimbursable. */
export default function DisasterTab() {
  const costs = useGet<{ items: DisasterRow[] }>("disaster-costs", "/api/v1/disaster-costs");
  if (costs.isPending) return <RecordSkeleton />;
  const items = costs.data?.items ?? [];
  return (
    <div className="stack">
      <div>
        <h1>Disaster costs</h1>
        <p className="text-t2">
          Costs of emergency requisitions that no award carries. The reasons are rules, read from
          what is on file; no model guesses.
        </p>
      </div>
      <DisasterMoney />
      {items.length === 0 && (
        <EmptyState kind="all-done" title="No emergency cost is without an award" />
      )}
      {items.map((c) => (
        <Panel key={c.id} title={`${c.documentNumber} ${c.vendor ?? ""}`}>
          <p>
            <Link to={pathTo("invoice", { id: c.documentId })}>{c.description}</Link>,{" "}
            {formatCents(c.cents)}, incurred {formatDate(c.incurredTo)},{" "}
            <span className="mono">{c.account}</span>
          </p>
          <ul className="checks my-3">
            {c.why.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
          <Decide row={c} />
        </Panel>
      ))}
    </div>
  );
}
