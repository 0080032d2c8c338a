import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { HourButtons } from "./HoursPanel.tsx";
import { hourKinds, hourPay, hourStatuses, hourViews, inHours } from "./hours.labels.ts";
import type { HourRow } from "./hours.model.ts";

const HourDialog = dialogOnDemand(async () => (await import("./HourDialog.tsx")).HourDialog);

const columns: readonly Column<HourRow>[] = [
  { id: "workedOn", label: "Day", kind: "day", value: (h) => h.workedOn },
  { id: "person", label: "Person", kind: "text", value: (h) => h.person },
  { id: "unit", label: "Unit", kind: "text", sortable: false, value: (h) => h.unit },
  {
    id: "minutes",
    label: "Time",
    kind: "number",
    value: (h) => h.minutes,
    cell: (h) => inHours(h.minutes),
  },
  { id: "pay", label: "Pay", kind: "text", sortable: false, value: (h) => hourPay[h.pay] },
  {
    id: "workOrder",
    label: "Work order",
    kind: "text",
    value: (h) => h.workOrder,
    cell: (h) =>
      h.workOrderId && <Link to={pathTo("workOrder", { id: h.workOrderId })}>{h.workOrder}</Link>,
  },
  { id: "incident", label: "Incident", kind: "text", sortable: false, value: (h) => h.incident },
  { id: "activity", label: "Activity", kind: "text", sortable: false, value: (h) => h.activity },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (h) => h.status,
    statuses: hourStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(hourStatuses),
  },
  { id: "kind", label: "Kind", kind: "set", options: options(hourKinds) },
  { id: "pay", label: "Pay", kind: "set", options: options(hourPay) },
  { id: "workedOn", label: "Day", kind: "day" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "onIncident", label: "On incidents", kind: "flag" },
];

/** /maintenance-management/hours: hours of people and equipment, to enter, approve and correct. */
export default function HoursPage() {
  const { can } = useAuth();
  const [dialog, setDialog] = useState<"new" | HourRow | null>(null);
  return (
    <>
      <MaintenanceNav open="hours" />
      <DataTable<HourRow>
        name="work-hours"
        title="Hours"
        path="/api/v1/work-hours"
        columns={columns}
        filters={filters}
        views={hourViews}
        defaultSort="-workedOn"
        peek={(row) => <HourButtons row={row} onCorrect={() => setDialog(row)} />}
        actions={
          can("hours.enter") && (
            <button type="button" className="btn btn-primary" onClick={() => setDialog("new")}>
              Enter hours
            </button>
          )
        }
        empty={{
          title: "No hours yet",
          text: "They are entered on a work order, or here; somebody else approves them.",
        }}
      />
      {dialog && (
        <HourDialog
          of={{}}
          {...(dialog === "new" ? {} : { corrects: dialog })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
