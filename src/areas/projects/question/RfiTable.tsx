import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { courts, impacts, rfiCourts, rfiStatuses } from "./rfi.labels.ts";
import type { RfiRow } from "./rfi.model.ts";

const columns: readonly Column<RfiRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (q) => q.number },
  { id: "title", label: "Subject", kind: "text", value: (q) => q.title, sortable: false },
  { id: "project", label: "Project", kind: "text", value: (q) => q.project, sortable: false },
  {
    id: "court",
    label: "In whose court",
    kind: "text",
    value: (q) => (q.court ? rfiCourts[q.court] : ""),
    sortable: false,
  },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (q) => q.dueOn,
    cell: (q) => (q.status === "open" ? <DeadlineClock deadline={q.dueOn} short /> : null),
  },
  {
    id: "daysAgency",
    label: "Days with us",
    kind: "number",
    value: (q) => q.daysAgency,
    sortable: false,
  },
  {
    id: "daysContractor",
    label: "Days with the contractor",
    kind: "number",
    value: (q) => q.daysContractor,
    sortable: false,
  },
  { id: "status", label: "Status", kind: "status", value: (q) => q.status, statuses: rfiStatuses },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(rfiStatuses) },
  { id: "court", label: "In whose court", kind: "set", options: options(rfiCourts) },
  { id: "side", label: "Asked by", kind: "set", options: options(courts) },
  { id: "costImpact", label: "Changes the cost", kind: "set", options: options(impacts) },
  { id: "overdue", label: "Overdue", kind: "flag" },
  { id: "dueOn", label: "Due", kind: "day" },
];

/** Questions of the agency, or of one project. */
export function RfiTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<RfiRow>
      name={projectId ? "project-rfis" : "rfis"}
      title="RFIs"
      path="/api/v1/rfis"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="dueOn"
      embedded
      exportable
      rowHref={(q) => pathTo("projectRfi", { id: q.id })}
      empty={{
        title: "No RFIs yet",
        text: "Either side asks: the contractor in its portal, the engineer or inspector here. Another person answers.",
      }}
    />
  );
}
