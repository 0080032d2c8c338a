import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { correctiveStatuses } from "./action.labels.ts";
import type { CorrectiveRow } from "./action.model.ts";

const columns: readonly Column<CorrectiveRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "title", label: "Action", kind: "text", value: (a) => a.title },
  {
    id: "subjectNumber",
    label: "About",
    kind: "text",
    sortable: false,
    value: (a) => a.subjectNumber,
  },
  { id: "owner", label: "Owner", kind: "text", value: (a) => a.owner },
  { id: "dueOn", label: "Due", kind: "day", value: (a) => a.dueOn },
  {
    id: "recurrences",
    label: "Recurrences",
    kind: "number",
    sortable: false,
    value: (a) => a.recurrences,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: correctiveStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(correctiveStatuses),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "open", label: "Open", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "late", label: "Late", kind: "flag" },
];

/** Corrective actions, whatever they are about. */
export function CorrectiveTable() {
  return (
    <DataTable<CorrectiveRow>
      name="corrective-actions"
      title="Corrective actions"
      path="/api/v1/corrective-actions"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      rowHref={(a) => pathTo("correctiveAction", { id: a.id })}
      empty={{
        title: "No corrective actions yet",
        text: "One is opened on an inspection or a safety case that found something.",
      }}
    />
  );
}
