import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { MarkdownText } from "../merge/MarkdownText.tsx";
import type { OwnNotice } from "./notice.model.ts";

function Standing({ notice }: { notice: OwnNotice }) {
  const { timeZone } = useAgency();
  const act = useMutationAction("own-notices");
  if (notice.acknowledgeBy === null) return null;
  if (notice.acknowledgedAt)
    return (
      <p className="text-13 text-t3">
        You confirmed it on {formatInstant(notice.acknowledgedAt, timeZone)}.
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={act.isPending}
        onClick={() =>
          act.mutate(
            { path: `/api/v1/own-notices/${notice.id}/actions/acknowledge` },
            {
              onSuccess: () => notify.done("Confirmed", `You read ${notice.number}.`),
              onError: (error) => notify.failed("It was not confirmed", error),
            },
          )
        }
      >
        I have read this notice
      </button>
      <span className="text-13 text-t3">by {formatDate(notice.acknowledgeBy)}</span>
    </p>
  );
}

/** Notices that the person got, and what they are asked to confirm. */
export function OwnNotices() {
  const { timeZone } = useAgency();
  const list = useGet<{ items: OwnNotice[] }>("own-notices", "/api/v1/own-notices");
  if (list.isPending) return <TableSkeleton columns={2} label="Loading your notices" />;
  if (!list.data) return <ErrorPanel error={list.error} what="Your notices" />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No notices for you">
        What the agency writes to all of its staff stays here.
      </EmptyState>
    );
  return (
    <ul className="grid gap-5">
      {list.data.items.map((notice) => (
        <li key={notice.id} className="panel">
          <div className="panel-body grid gap-3">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h2 className="min-w-0">{notice.subject}</h2>
              <span className="text-13 text-t3">
                {notice.number} · {formatInstant(notice.sentAt, timeZone)}
              </span>
            </div>
            <MarkdownText text={notice.text} />
            <Standing notice={notice} />
          </div>
        </li>
      ))}
    </ul>
  );
}
