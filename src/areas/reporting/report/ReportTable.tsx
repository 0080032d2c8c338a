import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { chartKinds, savedReportCycle } from "./report.labels.ts";
import type { SavedReportRow } from "./report.model.ts";

const columns: readonly Column<SavedReportRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "name", label: "Report", kind: "text", value: (r) => r.name },
  { id: "owner", label: "Made by", kind: "text", sortable: false, value: (r) => r.owner },
  {
    id: "keptAt",
    label: "Last kept",
    kind: "instant",
    sortable: false,
    value: (r) => r.keptAt,
  },
  { id: "updatedAt", label: "Changed", kind: "instant", value: (r) => r.updatedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (r) => r.status,
    statuses: savedReportCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(savedReportCycle.statuses),
  },
  { id: "chart", label: "Shown as", kind: "set", options: options(chartKinds) },
  { id: "mine", label: "Mine", kind: "flag", pinned: true },
];

/** Reports that people made: one's own and shared ones. */
export function ReportTable() {
  return (
    <DataTable<SavedReportRow>
      name="saved-reports"
      title="Own and shared reports"
      path="/api/v1/saved-reports"
      columns={columns}
      filters={filters}
      defaultSort="name"
      rowHref={(r) => pathTo("savedReport", { id: r.id })}
      create={{ label: "Build a report", to: pathTo("reportBuilder") }}
      empty={{
        title: "No reports yet",
        text: "Build one, save it under a name, and share it with the agency when it is right.",
      }}
    />
  );
}
