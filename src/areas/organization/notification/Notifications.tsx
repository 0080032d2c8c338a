import {
  AlertTriangle,
  BellRing,
  CheckCheck,
  FileSignature,
  Gavel,
  Inbox,
  type LucideIcon,
} from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { formatInstant, timeAgo } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useNow } from "#web/kit/now.ts";
import { useList, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Pager } from "#web/kit/table/Pager.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { NotificationRow } from "./notification.model.ts";

const icons: Record<string, LucideIcon> = {
  approval: Inbox,
  budget: AlertTriangle,
  bid: Gavel,
  contract: FileSignature,
};
const iconOf = (kind: string): LucideIcon => icons[kind.split(".")[0] ?? ""] ?? BellRing;

function Notice({ row }: { row: NotificationRow }) {
  const { timeZone } = useAgency();
  const now = useNow();
  const act = useMutationAction("notifications");
  const Icon = iconOf(row.kind);
  const unread = row.readAt === null;
  const mark = (action: "read" | "unread") =>
    act.mutate(
      { path: `/api/v1/notifications/${row.id}/actions/${action}` },
      { onError: (error) => notify.failed("Not saved", error) },
    );
  return (
    <li className="flex gap-4 border-b border-hair px-4 py-4 last:border-0" data-unread={unread}>
      <Icon className={`mt-0.5 ${unread ? "text-accent" : "text-t3"}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className={unread ? "font-semibold text-t1" : "text-t2"}>
          {row.link ? (
            <Link
              className="!text-inherit"
              to={row.link}
              onClick={() => {
                if (unread) mark("read");
              }}
            >
              {row.title}
            </Link>
          ) : (
            row.title
          )}
          {unread && <span className="visually-hidden">, unread</span>}
        </p>
        {row.body && <p className="mt-0.5 max-w-[68ch] text-t2">{row.body}</p>}
        <p className="mt-1 text-12 text-t3">
          <time dateTime={row.createdAt} title={formatInstant(row.createdAt, timeZone)}>
            {timeAgo(row.createdAt, now)}
          </time>
        </p>
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        disabled={act.isPending}
        onClick={() => mark(unread ? "read" : "unread")}
      >
        {unread ? "Mark read" : "Mark unread"}
      </button>
    </li>
  );
}

/** /notifications: what happened that concerns you, newest first. */
export default function Notifications() {
  const [search, setSearch] = useSearchParams();
  const unread = search.get("show") !== "all";
  const page = Math.max(1, Number(search.get("page")) || 1);
  const list = useList<NotificationRow>(
    "/api/v1/notifications",
    `limit=25&page=${page}${unread ? "&unread=true" : ""}`,
  );
  const all = useMutationAction<{ marked: number }>("notifications");
  const readAll = () =>
    all.mutate(
      { path: "/api/v1/notifications/actions/read-all" },
      {
        onSuccess: ({ marked }) =>
          notify.done(counted(marked, "notice marked read", "notices marked read")),
        onError: (error) => notify.failed("Not saved", error),
      },
    );
  return (
    <div className="grid max-w-[880px] gap-4">
      <div className="list-head !mb-0">
        <h1>Notifications</h1>
        <button type="button" className="btn" disabled={all.isPending} onClick={readAll}>
          <CheckCheck aria-hidden="true" />
          Mark all read
        </button>
      </div>
      <nav className="tabs" aria-label="Which notices">
        <Link className="tab" to="?" replace aria-current={unread ? "page" : undefined}>
          Unread
        </Link>
        <Link className="tab" to="?show=all" replace aria-current={unread ? undefined : "page"}>
          All
        </Link>
      </nav>
      {list.isPending && <TableSkeleton columns={2} rows={5} label="Loading your notices" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Your notices" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 &&
        (unread ? (
          <EmptyState
            kind="all-done"
            title="Nothing unread"
            action={
              <Link className="btn" to="?show=all">
                Show all notices
              </Link>
            }
          >
            When something needs you, it appears here.
          </EmptyState>
        ) : (
          <EmptyState kind="first-use" title="No notices yet">
            When something needs you, it appears here.
          </EmptyState>
        ))}
      {list.data && list.data.items.length > 0 && (
        <ul className="panel">
          {list.data.items.map((row) => (
            <Notice key={row.id} row={row} />
          ))}
        </ul>
      )}
      {list.data && (list.data.total ?? 0) > list.data.limit && (
        <Pager
          page={list.data.page}
          limit={list.data.limit}
          total={list.data.total ?? 0}
          capped={list.data.totalCapped}
          shown={list.data.items.length}
          onPage={(next) =>
            setSearch((old) => {
              const to = new URLSearchParams(old);
              to.set("page", String(next));
              return to;
            })
          }
          onLimit={() => undefined}
        />
      )}
    </div>
  );
}
