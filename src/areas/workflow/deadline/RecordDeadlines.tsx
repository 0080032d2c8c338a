import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { deadlineCycle } from "./deadline.labels.ts";
import type { DeadlineRow } from "./deadline.model.ts";

/** The deadlines of one record, soonest first; nothing where it has none. */
export function RecordDeadlines({ sourceId }: { sourceId: string }) {
  const list = useList<DeadlineRow>(
    "/api/v1/deadlines",
    `sourceId=${sourceId}&status=open,lapsed,met&limit=50`,
  );
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The deadlines" onRetry={() => void list.refetch()} />
    );
  if (!list.data?.items.length) return null;
  return (
    <Panel title="Deadlines">
      <ul className="grid gap-3">
        {list.data.items.map((row) => (
          <li key={row.id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <strong className="font-medium">{row.title}</strong>
              {row.status !== "open" && (
                <StatusBadge statuses={deadlineCycle.statuses} status={row.status} />
              )}
            </span>
            <span className="text-13">
              <DeadlineClock deadline={row.dueOn} done={row.status === "met"} />
            </span>
            <span className="text-13 text-t2">
              {row.follows}
              {row.owner && ` · ${row.owner}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
