import { Link, useSearchParams } from "react-router";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { sameQuery } from "#web/kit/table/filters.ts";
import type { ScheduleRow } from "../list.model.ts";
import { scheduleViews } from "../schedule.labels.ts";
import { Timeline } from "./Timeline.tsx";

const [whole] = scheduleViews;

/**
 * The schedules that the address asks for, drawn over time: a view, or what a question in words
 * found; without a query those of projects under way.
 */
export function Portfolio({ hrefOf }: { hrefOf: (projectId: string) => string }) {
  const [params] = useSearchParams();
  const query = params.toString() || whole.query;
  const { data, error, refetch } = useList<ScheduleRow>(
    "/api/v1/schedules",
    `${query}&limit=100&sort=-slipDays`,
  );
  const open = scheduleViews.find((view) => sameQuery(view.query, query));
  const total = data?.total ?? data?.items.length ?? 0;
  return (
    <section className="grid min-w-0 gap-3" aria-label="Schedules">
      <nav className="tabs" aria-label="Which schedules are drawn">
        {scheduleViews.map((view) => (
          <Link
            key={view.id}
            className="tab"
            to={{ search: view === whole ? "" : view.query }}
            aria-current={view === open ? "page" : undefined}
          >
            {view.name}
            {view === open && data && (
              <span className="count">{total.toLocaleString("en-US")}</span>
            )}
          </Link>
        ))}
      </nav>
      {!open && <p className="text-t2">Only the schedules that the question named are drawn.</p>}
      {error && <ErrorPanel error={error} what="The schedules" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton columns={3} />}
      {data && data.items.length === 0 && <p className="text-t2">No schedule is among these.</p>}
      {data && data.items.length > 0 && <Timeline rows={data.items} hrefOf={hrefOf} />}
    </section>
  );
}
