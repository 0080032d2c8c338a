import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import {
  workKinds,
  workOrderStatuses,
  workOrderViews,
  workPriorities,
} from "./work-order.labels.ts";
import type { WorkOrderRow } from "./work-order.model.ts";

const columns: readonly Column<WorkOrderRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (w) => w.number },
  { id: "title", label: "Work", kind: "text", value: (w) => w.title },
  { id: "asset", label: "Asset", kind: "text", value: (w) => w.asset ?? w.location },
  {
    id: "priority",
    label: "Priority",
    kind: "text",
    sortable: false,
    value: (w) => workPriorities[w.priority],
  },
  { id: "lead", label: "Led by", kind: "text", value: (w) => w.lead },
  { id: "scheduledOn", label: "Scheduled", kind: "day", value: (w) => w.scheduledOn },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (w) => w.dueOn,
  },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    hidden: true,
    sortable: false,
    value: (w) => workKinds[w.kind],
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (w) => w.status,
    statuses: workOrderStatuses,
  },
];
const ofAsset = columns.filter(({ id }) => id !== "asset");
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(workOrderStatuses),
  },
  { id: "priority", label: "Priority", kind: "set", options: options(workPriorities) },
  { id: "kind", label: "Kind", kind: "set", options: options(workKinds) },
  { id: "scheduledOn", label: "Scheduled", kind: "day" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "created", label: "Asked for", kind: "day" },
  { id: "completed", label: "Completed", kind: "day" },
  { id: "ended", label: "Done or given up", kind: "day" },
  { id: "failure", label: "Failures", kind: "flag" },
  { id: "repeat", label: "Repeat failures", kind: "flag" },
  { id: "onAsset", label: "On assets", kind: "flag" },
  { id: "open", label: "Open", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "late", label: "Late", kind: "flag" },
];

/** Work orders: all of the agency, or those of one asset. */
export function WorkOrderTable({ assetId }: { assetId?: string }) {
  return (
    <DataTable<WorkOrderRow>
      name={assetId ? "asset-work-orders" : "work-orders"}
      title="Maintenance"
      path="/api/v1/work-orders"
      columns={assetId ? ofAsset : columns}
      filters={filters}
      defaultSort="-number"
      {...(assetId
        ? { embedded: true, fixed: `assetId=${assetId}` }
        : {
            views: workOrderViews,
            create: { label: "Ask for work", to: `${pathTo("maintenance")}?action=create` },
          })}
      rowHref={(w) => pathTo("workOrder", { id: w.id })}
      empty={{
        title: "No work orders yet",
        text: "Anybody asks for work; somebody else approves it, and a technician does it.",
      }}
    />
  );
}
