import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { reviewStatuses } from "./review.labels.ts";
import type { ReviewRow } from "./review.model.ts";

const StartDialog = dialogOnDemand(async () => (await import("./StartDialog.tsx")).StartDialog);

/** Reviews of rights that one manages or answers in. */
export function Reviews() {
  const { timeZone } = useAgency();
  const [starting, setStarting] = useState(false);
  const list = useGet<{ items: ReviewRow[] }>("rights-reviews", "/api/v1/rights-reviews");
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto max-w-[70ch] text-t2">
          A review freezes who holds what. Supervisors keep, shorten or end each; nobody reviews
          themselves. The result stands in the audit record.
        </p>
        <Held permission="rightsReview.manage" what="Start a review">
          <button type="button" className="btn btn-primary" onClick={() => setStarting(true)}>
            Start a review
          </button>
        </Held>
      </div>
      {list.isPending && <TableSkeleton columns={3} />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Reviews" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="No reviews">
          Reviews that wait for your answer stand here.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className="grid border-t border-hair" aria-label="Reviews of rights">
          {list.data.items.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3"
            >
              <div className="min-w-0 flex-1 basis-full sm:basis-0">
                <Link className="font-medium text-link" to={pathTo("rightsReview", { id: row.id })}>
                  {row.number}: {row.name}
                </Link>
                <p className="text-13 text-t3">
                  {row.scopeName} · {row.answered} of {row.total} answered
                  {row.mine > 0 && ` · ${row.mine} wait for you`} · due{" "}
                  {formatInstant(row.dueAt, timeZone)}
                </p>
              </div>
              <StatusBadge statuses={reviewStatuses} status={row.status} />
            </li>
          ))}
        </ul>
      )}
      {starting && <StartDialog onClose={() => setStarting(false)} />}
    </div>
  );
}
