import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { reportKinds, reportStatuses, reportViews } from "./report.labels.ts";
import type { Report } from "./report.model.ts";

const columns: readonly Column<Report>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "kind", label: "Report", kind: "text", value: (r) => reportKinds[r.kind] },
  { id: "award", label: "Award", kind: "text", value: (r) => `${r.award} ${r.awardTitle}` },
  { id: "grantor", label: "Grantor", kind: "text", value: (r) => r.grantor },
  { id: "periodTo", label: "Period to", kind: "day", value: (r) => r.periodTo },
  { id: "dueOn", label: "Due", kind: "day", value: (r) => r.dueOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: reportStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(reportStatuses),
  },
  { id: "kind", label: "Report", kind: "set", options: options(reportKinds) },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "late", label: "Late", kind: "flag" },
];

/** Reports to grantors. */
export function ReportTable({ title, fixed }: { title: string; fixed?: string }) {
  return (
    <DataTable<Report>
      name={fixed ? "grant-reports-due" : "grant-reports"}
      title={title}
      path="/api/v1/grant-reports"
      columns={columns}
      filters={filters}
      defaultSort="dueOn"
      {...(fixed ? { fixed, embedded: true } : { views: reportViews })}
      rowHref={(r) => pathTo("grantReport", { id: r.id })}
      empty={{ title: "No reports", text: "An accepted award plans the reports that it owes." }}
    />
  );
}
