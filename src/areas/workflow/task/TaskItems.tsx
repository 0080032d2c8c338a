import { Check, ClipboardCheck, FileSignature, ListTodo, SearchCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { taskKinds, type TaskKind } from "./task.labels.ts";
import type { Waiting, WaitingWork } from "./task.model.ts";

const icons: Record<TaskKind, typeof Check> = {
  review: SearchCheck,
  approval: ClipboardCheck,
  signature: FileSignature,
  follow_up: ListTodo,
};

function Item({ item }: { item: Waiting }) {
  const act = useMutationAction("tasks");
  const Icon = icons[item.kind];
  const mark = (action: "done" | "reopen") =>
    act.mutateAsync({ path: `/api/v1/tasks/${item.id}/actions/${action}` });
  const done = () =>
    mark("done").then(
      () =>
        notify.undo(
          `Done: ${item.title}`,
          () => void mark("reopen").catch((error: unknown) => notify.failed("Not reopened", error)),
        ),
      (error: unknown) => notify.failed("Not saved", error),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2 first:border-t-0">
      <Icon aria-hidden="true" className="text-t3" />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-40px)]">
        <p className="font-medium">
          <Link className="!text-t1" to={item.link}>
            {item.title}
          </Link>
        </p>
        <p className="text-12 text-t3">
          {taskKinds[item.kind]}
          {item.detail && ` · ${item.detail}`}
        </p>
      </div>
      <span className="ml-auto w-32 max-md:ml-0 max-md:w-auto">
        <DeadlineClock deadline={item.dueAt} short />
      </span>
      {item.source === "task" ? (
        <button
          type="button"
          className="btn btn-small min-w-20 max-md:ml-auto"
          disabled={act.isPending}
          onClick={() => void done()}
          aria-label={`Done: ${item.title}`}
        >
          <Check aria-hidden="true" />
          Done
        </button>
      ) : (
        <Link
          className="btn btn-small min-w-20 max-md:ml-auto"
          to={item.link}
          aria-label={`Review: ${item.detail}`}
        >
          Review
        </Link>
      )}
    </li>
  );
}

const empty = (
  <EmptyState kind="all-done" title="Nothing left to do">
    What colleagues ask of you appears here.
  </EmptyState>
);

const most = 200;
const useWaiting = (only: "task" | undefined, limit: number) =>
  useGet<WaitingWork>(
    "counts",
    `/api/v1/me/waiting${only ? `?source=${only}&limit=${limit}` : limit > 20 ? `?limit=${limit}` : ""}`,
    { keep: true },
  );

/** Everything that waits for this person, approvals included, soonest first. */
export function WaitingList({ only }: { only?: "task" }) {
  const [limit, setLimit] = useState(20);
  const { data, error, isPending, isPlaceholderData, refetch } = useWaiting(only, limit);
  if (isPending) return <TableSkeleton columns={3} rows={4} label="Loading your tasks" />;
  if (!data) return <ErrorPanel error={error} what="Your tasks" onRetry={() => void refetch()} />;
  if (data.items.length === 0) return empty;
  return (
    <>
      <ul>
        {data.items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <MoreRows
        shown={data.items.length}
        total={data.total}
        most={most}
        order="soonest first"
        end="The others move up as these are done."
        busy={isPlaceholderData}
        onMore={() => setLimit(Math.min(most, limit + 60))}
      />
    </>
  );
}

/** One's own tasks as a panel of the dashboard; nothing when there are none. */
export function TaskPanel() {
  const { data } = useWaiting("task", 20);
  return data?.total ? (
    <Panel
      title={
        <>
          Your tasks <span className="font-normal text-t3">{data.total}</span>
        </>
      }
      flush
    >
      <WaitingList only="task" />
    </Panel>
  ) : null;
}
