import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { applicationCycle, applicationTypes } from "./application.labels.ts";
import type { ApplicationRow } from "./application.model.ts";

const columns: readonly Column<ApplicationRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Project", kind: "text", title: true, value: (row) => row.title },
  { id: "grantor", label: "Grantor", kind: "text", value: (row) => row.grantor },
  {
    id: "opportunityNumber",
    label: "Opportunity",
    kind: "text",
    sortable: false,
    value: (row) => row.opportunityNumber,
  },
  {
    id: "applicationType",
    label: "Type",
    kind: "text",
    sortable: false,
    value: (row) => applicationTypes[row.applicationType],
  },
  {
    id: "federalCents",
    label: "Federal",
    kind: "money",
    value: (row) => row.federalCents,
    main: () => true,
    total: true,
  },
  {
    id: "matchCents",
    label: "Match",
    kind: "money",
    sortable: false,
    value: (row) => row.matchCents,
  },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (row) => row.dueOn,
    cell: (row) => (row.dueOn ? <DeadlineClock deadline={row.dueOn} short /> : null),
  },
  {
    id: "ownerName",
    label: "Owner",
    kind: "text",
    sortable: false,
    value: (row) => row.ownerName,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: applicationCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(applicationCycle.statuses),
  },
  { id: "mine", label: "Mine", kind: "flag" },
  {
    id: "applicationType",
    label: "Type",
    kind: "set",
    options: options(applicationTypes),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "federalCents", label: "Federal", kind: "money" },
];

/** Applications; with `drafts` those alone whose budget may still change. */
export function ApplicationTable({ drafts = false }: { drafts?: boolean }) {
  return (
    <DataTable<ApplicationRow>
      name={drafts ? "grant-budgets" : "grant-applications"}
      title={drafts ? "Budgets" : "Applications"}
      path="/api/v1/grant-applications"
      columns={columns}
      filters={filters}
      defaultSort="dueOn"
      embedded
      exportable
      rowHref={(row) => pathTo(drafts ? "grantBudget" : "grantApplication", { id: row.id })}
      empty={{
        title: "No applications yet",
        text: "One begins on the page of an opportunity that the agency will apply for, or by hand.",
      }}
    />
  );
}
