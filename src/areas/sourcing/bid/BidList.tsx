import { Link } from "react-router";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { unfinishedOf } from "#web/kit/unfinished.ts";
import { bidStatusesOf } from "./bid.labels.ts";
import type { VendorBidRow } from "./bid.model.ts";

/** What is typed and not sealed; only this browser knows of it. */
function Drafts() {
  const { me } = useAuth();
  const drafts = unfinishedOf(me?.person.id ?? "");
  if (drafts.length === 0) return null;
  return (
    <Panel title="Drafts in this browser" flush>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.href} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <Link className="text-link font-medium" to={draft.href}>
              {draft.detail}
            </Link>
            <span className="flex flex-wrap gap-x-4 text-13 text-t3">
              <span>{draft.title}</span>
              <span>{draft.agency}</span>
              <DeadlineClock deadline={draft.until} short />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** /vendor-portal/bids: the vendor's bids at every agency. */
export default function BidList() {
  const bids = useGet<{ items: VendorBidRow[] }>("vendor-bids", "/api/v1/vendor/bids");
  return (
    <PortalFrame title="Bids">
      <Drafts />
      {bids.isPending ? (
        <TableSkeleton columns={3} label="Loading your bids" />
      ) : !bids.data ? (
        <ErrorPanel error={bids.error} what="Your bids" onRetry={() => void bids.refetch()} />
      ) : bids.data.items.length === 0 ? (
        <EmptyState
          kind="first-use"
          title="No bids yet"
          action={
            <Link className="btn btn-primary" to="/opportunities">
              See what agencies ask for
            </Link>
          }
        >
          A bid that you seal and submit stands here, with its receipt.
        </EmptyState>
      ) : (
        <Panel title="Your bids" flush>
          <ul>
            {bids.data.items.map((bid) => (
              <li key={bid.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    className="text-link font-medium"
                    to={`/vendor-portal/bids/${bid.solicitationId}`}
                  >
                    {bid.title}
                  </Link>
                  <StatusBadge statuses={bidStatusesOf(bid.protection)} status={bid.status} />
                </span>
                <span className="flex flex-wrap gap-x-4 text-13 text-t3">
                  <span className="mono">{bid.number}</span>
                  <span>{bid.agency}</span>
                  <span>revision {bid.revision}</span>
                  <DeadlineClock
                    deadline={bid.dueAt}
                    short
                    timeZone={bid.timeZone}
                    done={bid.status !== "submitted" || Date.parse(bid.dueAt ?? "") <= Date.now()}
                  />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </PortalFrame>
  );
}
