import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { requestStatuses } from "../request/request.labels.ts";
import type { RequestRow } from "../request/request.model.ts";

const columns: readonly Column<RequestRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "ownerName", label: "Asked of", kind: "text", value: (row) => row.ownerName, title: true },
  { id: "dueOn", label: "Due", kind: "day", value: (row) => row.dueOn },
  { id: "asked", label: "Times asked", kind: "number", value: (row) => row.asked },
  { id: "deliveredOn", label: "Delivered", kind: "day", value: (row) => row.deliveredOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: requestStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(requestStatuses) },
  { id: "late", label: "Late", kind: "flag" },
  { id: "mine", label: "Asked of me", kind: "flag" },
  { id: "dueOn", label: "Due", kind: "day" },
];

/** Requests of one audit, or those that wait for whoever looks. */
export function RequestTable(props: { auditId: string } | { mine: true }) {
  const fixed = "auditId" in props ? `auditId=${props.auditId}` : "mine=true&status=asked";
  return (
    <DataTable<RequestRow>
      name="audit-requests"
      title="Requests"
      path="/api/v1/audit-requests"
      columns={columns}
      filters={filters}
      defaultSort="dueOn"
      fixed={fixed}
      embedded
      rowHref={(row) => pathTo("auditRequest", { id: row.id })}
      empty={{ title: "Nothing is asked", text: "The team of an audit asks for what it needs." }}
    />
  );
}
