import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { payrollStatuses } from "./payroll.labels.ts";
import type { PayrollRow } from "./payroll.model.ts";

const columns: readonly Column<PayrollRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "weekEnding", label: "Week ending", kind: "day", value: (p) => p.weekEnding },
  { id: "project", label: "Project", kind: "text", value: (p) => p.project, sortable: false },
  { id: "employer", label: "Employer", kind: "text", value: (p) => p.employer, sortable: false },
  {
    id: "payrollNo",
    label: "Payroll no.",
    kind: "number",
    value: (p) => p.payrollNo,
    sortable: false,
  },
  {
    id: "workers",
    label: "Work",
    kind: "text",
    value: (p) => (p.noWork ? "No work" : `${p.workers} rows`),
    sortable: false,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: payrollStatuses,
    sortable: false,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(payrollStatuses) },
  { id: "weekEnding", label: "Week ending", kind: "day" },
];

/** Certified payrolls of the agency, or of one project. */
export function PayrollTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<PayrollRow>
      name={projectId ? "project-certified-payrolls" : "certified-payrolls"}
      title="Certified payrolls"
      path="/api/v1/certified-payrolls"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="-weekEnding"
      embedded
      exportable
      rowHref={(p) => pathTo("certifiedPayroll", { id: p.id })}
      empty={{
        title: "No payrolls yet",
        text: "Contractors send one for each week where the program that pays demands prevailing wages.",
      }}
    />
  );
}
