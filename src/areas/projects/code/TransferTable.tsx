import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { TransferRow } from "./code.model.ts";
import { transferStatuses } from "./transfer.labels.ts";

const columns: readonly Column<TransferRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (t) => t.number },
  { id: "project", label: "Project", kind: "text", value: (t) => t.project, sortable: false },
  { id: "fromCode", label: "From", kind: "text", value: (t) => t.fromCode, sortable: false },
  { id: "toCode", label: "To", kind: "text", value: (t) => t.toCode, sortable: false },
  { id: "cents", label: "Amount", kind: "money", value: (t) => t.cents },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (t) => t.status,
    statuses: transferStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(transferStatuses) },
  {
    id: "projectId",
    label: "Project",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/projects",
      values: "id",
      option: (p: { id: string; number: string; name: string }) => ({
        value: p.id,
        label: `${p.number} ${p.name}`,
      }),
    },
  },
];

/** Transfers between codes, of all projects. */
export function TransferTable() {
  return (
    <DataTable<TransferRow>
      name="cost-transfers"
      title="Transfers between codes"
      path="/api/v1/cost-transfers"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      exportable
      rowHref={(t) => pathTo("costTransfer", { id: t.id })}
      empty={{
        title: "No transfers yet",
        text: "Money moves from one cost code of a project to another when one person asks and another approves. Ask on the project, under Budget.",
      }}
    />
  );
}
