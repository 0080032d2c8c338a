import { CalendarPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { deadlineCycle } from "./deadline.labels.ts";
import type { DeadlineRow } from "./deadline.model.ts";
import { DeadlinePeek } from "./DeadlinePeek.tsx";

const FeedDialog = dialogOnDemand(async () => (await import("./FeedDialog.tsx")).FeedDialog);

const columns: readonly Column<DeadlineRow>[] = [
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (row) => row.dueOn,
    cell: (row) => (
      <DeadlineClock
        deadline={row.dueOn}
        short
        done={row.status === "met" || row.status === "dropped"}
      />
    ),
  },
  { id: "title", label: "What", kind: "text", value: (row) => row.title },
  { id: "sourceNumber", label: "Record", kind: "plate", value: (row) => row.sourceNumber },
  { id: "owner", label: "Looks after it", kind: "text", value: (row) => row.owner ?? "" },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: deadlineCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(deadlineCycle.statuses),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "soon", label: "Within 30 days", kind: "flag" },
];

const toDo = "open,lapsed";

/** The plain address shows what is to be done; "All" asks for everything. */
const useToDo = () => {
  const [search, setSearch] = useSearchParams();
  const plain = useRef([...search.keys()].length === 0);
  useEffect(() => {
    if (!plain.current) return;
    plain.current = false;
    setSearch({ status: toDo }, { replace: true });
  }, [setSearch]);
};

/** /deadlines: the days that follow from the agency's records, of all areas. */
export default function DeadlineList() {
  const { can } = useAuth();
  const [feed, setFeed] = useState(false);
  useToDo();
  return (
    <>
      <DataTable<DeadlineRow>
        name="deadlines"
        title="Deadlines"
        path="/api/v1/deadlines"
        columns={columns}
        filters={filters}
        defaultSort="dueOn"
        views={[
          { id: "todo", name: "To do", query: `status=${toDo}` },
          { id: "mine", name: "Mine", query: "mine=true&status=open,lapsed" },
          { id: "soon", name: "Within 30 days", query: "soon=true" },
          { id: "lapsed", name: "Lapsed", query: "status=lapsed" },
        ]}
        rowHref={(row) => row.link}
        peek={(row) => <DeadlinePeek id={row.id} />}
        actions={
          can("deadline.read") && (
            <button type="button" className="btn" onClick={() => setFeed(true)}>
              <CalendarPlus aria-hidden="true" /> My calendar
            </button>
          )
        }
        empty={{
          title: "No deadlines yet",
          text: "Days that follow from contracts, plans and other records appear here by themselves.",
        }}
      />
      {feed && <FeedDialog onClose={() => setFeed(false)} />}
    </>
  );
}
