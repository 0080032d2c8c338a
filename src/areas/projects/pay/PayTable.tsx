import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { payStatuses } from "./pay.labels.ts";
import type { PayRow } from "./pay.model.ts";

const columns: readonly Column<PayRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "project", label: "Project", kind: "text", value: (a) => a.project, sortable: false },
  {
    id: "applicationNo",
    label: "Application",
    kind: "number",
    value: (a) => a.applicationNo,
    sortable: false,
  },
  { id: "periodTo", label: "Work to", kind: "day", value: (a) => a.periodTo },
  {
    id: "claimed",
    label: "Applied for",
    kind: "money",
    value: (a) => a.claimed,
    sortable: false,
  },
  {
    id: "certified",
    label: "Certified",
    kind: "money",
    main: () => true,
    value: (a) => a.certified,
    sortable: false,
  },
  { id: "status", label: "Status", kind: "status", value: (a) => a.status, statuses: payStatuses },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(payStatuses) },
  { id: "periodTo", label: "Work to", kind: "day" },
];

/** Pay applications of the agency, or of one project. */
export function PayTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<PayRow>
      name={projectId ? "project-pay-applications" : "pay-applications"}
      title="Pay applications"
      path="/api/v1/pay-applications"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="-number"
      embedded
      exportable
      rowHref={(a) => pathTo("payApplication", { id: a.id })}
      empty={{
        title: "No applications yet",
        text: "The contractor applies for what was built; its quantities are confirmed, another person certifies them, and receipt and invoice follow.",
      }}
    />
  );
}
