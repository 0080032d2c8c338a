import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { requestCycle } from "./request.labels.ts";
import type { Request_ } from "./request.model.ts";

const columns: readonly Column<Request_>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  {
    id: "project",
    label: "Project",
    kind: "text",
    sortable: false,
    value: (r) => `${r.project} ${r.projectTitle}`,
  },
  {
    id: "declaration",
    label: "Declaration",
    kind: "text",
    sortable: false,
    value: (r) => r.declaration,
  },
  {
    id: "total",
    label: "Costs",
    kind: "money",
    sortable: false,
    value: (r) => r.total,
    total: true,
  },
  {
    id: "federal",
    label: "Asked for",
    kind: "money",
    value: (r) => r.federal,
    total: true,
    main: () => true,
  },
  { id: "submittedOn", label: "Sent", kind: "day", value: (r) => r.submittedOn },
  {
    id: "paidCents",
    label: "Paid",
    kind: "money",
    sortable: false,
    value: (r) => r.paidCents,
    total: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: requestCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(requestCycle.statuses),
  },
];

/** Requests for reimbursement, of one project or of all. */
export function RequestTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<Request_>
      name="pa-requests"
      title="Requests"
      path="/api/v1/pa-requests"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      {...(fixed ? { fixed } : { exportable: true })}
      rowHref={(r) => pathTo("paRequest", { id: r.id })}
      empty={{ title: "No requests", text: "An obligated project asks from its page." }}
    />
  );
}

/** Requests for reimbursement. */
export default function RequestTab() {
  return (
    <div className="stack">
      <h1>Reimbursement</h1>
      <RequestTable />
    </div>
  );
}
