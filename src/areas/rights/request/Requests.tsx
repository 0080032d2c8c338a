import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { dutyLabels } from "#roles.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { requestStatuses } from "./request.labels.ts";
import type { RequestRow } from "./request.model.ts";

const AskDialog = dialogOnDemand(async () => (await import("./AskDialog.tsx")).AskDialog);

function Row({ row }: { row: RequestRow }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("access-requests");
  const withdraw = () =>
    act.mutate(
      {
        path: `/api/v1/access-requests/${row.id}/actions/withdraw`,
        body: {},
        version: row.version,
      },
      {
        onSuccess: () => notify.done("Withdrawn", row.number),
        onError: (error) => notify.failed("Not withdrawn", error),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <b className="font-medium">
          {row.personName}: {dutyLabels[row.duty].label}
        </b>
        <span className="text-t2"> until {formatInstant(row.until, timeZone)}</span>
        <p className="text-13 text-t3">
          {row.number} · {row.reason}
          {row.answer && ` · ${row.answer}`}
        </p>
      </div>
      <StatusBadge statuses={requestStatuses} status={row.status} />
      {row.mine && row.status === "asked" && (
        <button type="button" className="btn btn-small" disabled={act.isPending} onClick={withdraw}>
          Withdraw<span className="visually-hidden"> {row.number}</span>
        </button>
      )}
    </li>
  );
}

/** Duties that members ask for, for a time. */
export function Requests() {
  const list = useGet<{ items: RequestRow[] }>("access-requests", "/api/v1/access-requests");
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto max-w-[70ch] text-t2">
          Ask for a duty for a time, such as a colleague&apos;s during a holiday. Your agency&apos;s
          approval policy says who decides; it ends by itself.
        </p>
        <button type="button" className="btn btn-primary" onClick={() => setAsking(true)}>
          Ask for a duty
        </button>
      </div>
      {list.isPending && <TableSkeleton columns={3} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Requests" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="No requests">
          What you ask for stands here with its decision.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className="grid border-t border-hair" aria-label="Requests for duties">
          {list.data.items.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {asking && <AskDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
