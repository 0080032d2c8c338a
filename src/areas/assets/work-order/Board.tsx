import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { workOrderStatuses, workPriorities } from "./work-order.labels.ts";
import type { WorkOrderRow } from "./work-order.model.ts";

const most = 200;

const byLead = (items: readonly WorkOrderRow[]): [string, WorkOrderRow[]][] => {
  const groups = new Map<string, WorkOrderRow[]>();
  for (const w of items) groups.set(w.lead ?? "", [...(groups.get(w.lead ?? "") ?? []), w]);
  return [...groups].toSorted(([a], [b]) => (a === "" ? 1 : b === "" ? -1 : a.localeCompare(b)));
};
const dayOf = (w: WorkOrderRow) => w.scheduledOn ?? w.dueOn ?? "9999";

function Card({ work: w }: { work: WorkOrderRow }) {
  return (
    <li className="grid gap-1 border-b border-hair pb-2 last:border-0">
      <Link to={pathTo("workOrder", { id: w.id })}>{w.title}</Link>
      <span className="flex flex-wrap items-center gap-2 text-13 text-t2">
        <span className="mono">{w.number}</span>
        <StatusBadge statuses={workOrderStatuses} status={w.status} />
        {w.priority !== "normal" && workPriorities[w.priority]}
      </span>
      <span className="text-13 text-t2">
        {[
          w.asset ?? w.location,
          w.scheduledOn && `on ${formatDate(w.scheduledOn)}`,
          w.dueOn && `due ${formatDate(w.dueOn)}${w.late ? ", late" : ""}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}

/** /maintenance-management/board: open work by who leads it, each in the order of its days. */
export default function Board() {
  const list = useList<WorkOrderRow>("/api/v1/work-orders", `open=true&sort=dueOn&limit=${most}`);
  return (
    <>
      <MaintenanceNav open="maintenanceBoard" />
      <div className="list-head">
        <h1>Board</h1>
      </div>
      {list.isPending && <RecordSkeleton />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The board" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && <p className="text-t2">No work is open.</p>}
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {byLead(list.data?.items ?? []).map(([lead, items]) => (
          <section key={lead} className="panel">
            <header>
              <h2>{lead || "Nobody yet"}</h2>
              <div className="ml-auto text-12 text-t3">{items.length}</div>
            </header>
            <div className="panel-body">
              <ul className="grid gap-3">
                {items
                  .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
                  .map((w) => (
                    <Card key={w.id} work={w} />
                  ))}
              </ul>
            </div>
          </section>
        ))}
      </div>
      {(list.data?.total ?? 0) > most && (
        <p className="mt-3 text-t2">The first {most} by their due day.</p>
      )}
    </>
  );
}
