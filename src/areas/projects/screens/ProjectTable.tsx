import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCentsShort } from "#kernel/money.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { projectStatuses } from "../project/project.labels.ts";
import type { ProjectRow } from "../project/project.model.ts";
import { MoneyOfRow, ProjectTimeStrip } from "./Strips.tsx";

const columns: readonly Column<ProjectRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  {
    id: "name",
    label: "Project",
    kind: "text",
    value: (p) => p.name,
    cell: (p) => (
      <span className="grid justify-items-start gap-1 sm:py-2">
        <span className="whitespace-normal">{p.name}</span>
        <StatusBadge statuses={projectStatuses} status={p.status} />
      </span>
    ),
  },
  {
    id: "budgetCents",
    label: "Money",
    kind: "text",
    sortable: false,
    value: (p) => formatCentsShort(p.budgetCents),
    cell: (p) => <MoneyOfRow project={p} />,
  },
  {
    id: "finishOn",
    label: "Contract days",
    kind: "text",
    sortable: false,
    value: (p) => p.finishOn,
    cell: (p) => <ProjectTimeStrip project={p} />,
  },
];
const filters: readonly Filter[] = [
  { id: "open", label: "Not closed", kind: "flag", pinned: true },
  { id: "mine", label: "Mine", kind: "flag", pinned: true },
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(projectStatuses) },
  { id: "beyondBudget", label: "Beyond budget", kind: "flag" },
  { id: "beyondTime", label: "Beyond time", kind: "flag" },
];

/** The agency's projects, each with its money and its days. */
export function ProjectTable() {
  return (
    <DataTable<ProjectRow>
      name="projects"
      title="Projects"
      path="/api/v1/projects"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      embedded
      exportable
      rowHref={(p) => pathTo("project", { id: p.id })}
      empty={{
        title: "No projects yet",
        text: "A project charges one code of the ledger: its orders, bills and payments show what it costs.",
      }}
    />
  );
}
