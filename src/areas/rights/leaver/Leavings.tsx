import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { leavingStatuses } from "./leaver.labels.ts";
import type { LeavingRow } from "./leaver.model.ts";

/** Whose access ends at a set instant, and who has left. */
export function Leavings() {
  const { timeZone } = useAgency();
  const list = useGet<{ items: LeavingRow[] }>("leavings", "/api/v1/leavings");
  if (list.isPending) return <TableSkeleton columns={3} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="Leavers" onRetry={() => void list.refetch()} />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="Nobody leaves">
        Open a person under People and press Leaving: what hangs on them gets a successor, and their
        access an end.
      </EmptyState>
    );
  return (
    <ul className="grid border-t border-hair" aria-label="Leavers">
      {list.data.items.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3"
        >
          <div className="min-w-0 flex-1 basis-full sm:basis-0">
            <Link className="font-medium text-link" to={pathTo("leaving", { id: row.personId })}>
              {row.personName}
            </Link>
            <p className="text-13 text-t3">
              {formatInstant(row.endsAt, timeZone)} · {row.reason} · planned by {row.plannerName}
            </p>
          </div>
          <StatusBadge statuses={leavingStatuses} status={row.status} />
        </li>
      ))}
    </ul>
  );
}
