import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { holdStatuses } from "./hold.labels.ts";
import type { HoldRow } from "./hold.model.ts";

const columns: readonly Column<HoldRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (h) => h.number },
  { id: "matter", label: "Matter", kind: "text", value: (h) => h.matter },
  { id: "records", label: "Records", kind: "number", sortable: false, value: (h) => h.records },
  { id: "placedName", label: "Placed by", kind: "text", value: (h) => h.placedName },
  { id: "placedAt", label: "Placed", kind: "instant", value: (h) => h.placedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (h) => h.status,
    statuses: holdStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(holdStatuses) },
];

/** Legal holds of the agency, within a page. */
export function HoldTable() {
  return (
    <DataTable<HoldRow>
      name="legal-holds"
      title="Legal holds"
      path="/api/v1/legal-holds"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      exportable
      rowHref={(h) => pathTo("legalHold", { id: h.id })}
      empty={{
        title: "No legal hold",
        text: "One is placed on the page of a record, in its menu.",
      }}
    />
  );
}
