import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { inspectionResults, inspectionStatuses } from "./inspection.labels.ts";
import type { InspectionRow } from "./inspection.model.ts";

const columns: readonly Column<InspectionRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  { id: "title", label: "Inspection", kind: "text", value: (i) => i.title },
  { id: "asset", label: "Asset", kind: "text", value: (i) => i.asset ?? i.location },
  { id: "assigned", label: "Given to", kind: "text", value: (i) => i.assigned },
  { id: "dueOn", label: "Due", kind: "day", value: (i) => i.dueOn },
  {
    id: "result",
    label: "Result",
    kind: "text",
    sortable: false,
    value: (i) =>
      i.result && `${inspectionResults[i.result]}${i.failed > 0 ? `, ${i.failed} items` : ""}`,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (i) => i.status,
    statuses: inspectionStatuses,
  },
];
const ofAsset = columns.filter(({ id }) => id !== "asset");
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(inspectionStatuses),
  },
  {
    id: "result",
    label: "Result",
    kind: "set",
    options: options(inspectionResults),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "late", label: "Late", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "open", label: "Open", kind: "flag" },
];

/** Inspections: all of the agency, or those of one asset. */
export function InspectionTable({ assetId }: { assetId?: string }) {
  return (
    <DataTable<InspectionRow>
      name={assetId ? "asset-inspections" : "inspections"}
      title="Inspections"
      path="/api/v1/inspections"
      columns={assetId ? ofAsset : columns}
      filters={filters}
      defaultSort="-number"
      embedded
      {...(assetId ? { fixed: `assetId=${assetId}` } : {})}
      rowHref={(i) => pathTo("inspection", { id: i.id })}
      empty={{
        title: "No inspections yet",
        text: "Schedule one on a checklist that is in force, or let a plan make them.",
      }}
    />
  );
}
