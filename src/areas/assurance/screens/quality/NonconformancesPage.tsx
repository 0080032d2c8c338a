import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import {
  causes,
  dispositions,
  nonconformanceStatuses,
  nonconformanceViews,
} from "../../nonconformance/nonconformance.labels.ts";
import type { NonconformanceRow } from "../../nonconformance/nonconformance.model.ts";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";

const ReportDialog = dialogOnDemand(async () => (await import("./ReportDialog.tsx")).ReportDialog);

const columns: readonly Column<NonconformanceRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "What is wrong", kind: "text", value: (row) => row.title, title: true },
  { id: "vendorName", label: "Vendor", kind: "text", value: (row) => row.vendorName },
  { id: "place", label: "Where it is", kind: "text", sortable: false, value: (row) => row.place },
  {
    ...{ id: "disposition", label: "Decided", kind: "text", sortable: false },
    value: (row) => row.disposition && dispositions[row.disposition],
  },
  {
    ...{ id: "cause", label: "Whose part", kind: "text", sortable: false, hidden: true },
    value: (row) => row.cause && causes[row.cause],
  },
  {
    ...{ id: "reportedName", label: "Reported by", kind: "text", sortable: false },
    value: (row) => row.reportedName,
  },
  { id: "reportedOn", label: "Reported", kind: "day", value: (row) => row.reportedOn },
  {
    ...{ id: "costCents", label: "Cost", kind: "money", total: true },
    value: (row) => row.costCents,
  },
  {
    ...{ id: "status", label: "Status", kind: "status" },
    value: (row) => row.status,
    statuses: nonconformanceStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    ...{ id: "status", label: "Status", kind: "set", pinned: true },
    options: options(nonconformanceStatuses),
  },
  { id: "disposition", label: "Decided", kind: "set", options: options(dispositions) },
  { id: "cause", label: "Whose part", kind: "set", options: options(causes) },
  vendorFilter,
  { id: "open", label: "Open", kind: "flag" },
  { id: "mine", label: "Reported by me", kind: "flag" },
  { id: "reportedOn", label: "Reported", kind: "day" },
  { id: "costCents", label: "Cost", kind: "money" },
];

/** All nonconformances of the agency. */
export default function NonconformancesPage() {
  const navigate = useNavigate();
  const [reporting, setReporting] = useState(false);
  return (
    <>
      <DataTable<NonconformanceRow>
        name="nonconformances"
        title="Nonconformances"
        path="/api/v1/nonconformances"
        columns={columns}
        filters={filters}
        defaultSort="-number"
        exportable
        views={nonconformanceViews}
        rowHref={(row) => pathTo("nonconformance", { id: row.id })}
        actions={
          <button type="button" className="btn btn-primary" onClick={() => setReporting(true)}>
            Report a nonconformance
          </button>
        }
        empty={{
          title: "No nonconformance",
          text: "Whoever sees goods or work that are not as ordered reports them with a photo.",
        }}
      />
      {reporting && (
        <ReportDialog
          of={null}
          onClose={() => setReporting(false)}
          onDone={(id) => void navigate(pathTo("nonconformance", { id }))}
        />
      )}
    </>
  );
}
