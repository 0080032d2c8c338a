import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { incidentCycle, incidentKinds } from "./incident.labels.ts";
import type { Incident } from "./incident.model.ts";

const columns: readonly Column<Incident>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  {
    id: "title",
    label: "Incident",
    kind: "text",
    value: (i) => i.title,
    cell: (i) => (
      <>
        {i.title}
        {i.exercise && <span className="ml-2 text-12 text-warning">exercise</span>}
      </>
    ),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    sortable: false,
    value: (i) => incidentKinds[i.kind as keyof typeof incidentKinds] ?? i.kind,
  },
  { id: "beginsOn", label: "Began", kind: "day", value: (i) => i.beginsOn },
  {
    id: "declaration",
    label: "Declaration",
    kind: "text",
    sortable: false,
    value: (i) => [i.declaration, ...i.federalNumbers].filter(Boolean).join(", ") || null,
  },
  {
    id: "openRequests",
    label: "Open requests",
    kind: "number",
    sortable: false,
    value: (i) => i.openRequests,
  },
  {
    id: "costCents",
    label: "Committed, spent and issued",
    kind: "money",
    sortable: false,
    value: (i) => i.costCents,
    main: () => true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (i) => i.status,
    statuses: incidentCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(incidentCycle.statuses),
  },
  { id: "open", label: "Open", kind: "flag" },
  { id: "exercise", label: "Exercise", kind: "flag" },
  { id: "beginsOn", label: "Began", kind: "day" },
];

/** The agency's incidents. */
export function IncidentTable({ open }: { open?: boolean }) {
  return (
    <DataTable<Incident>
      name={open ? "open-incidents" : "incidents"}
      title="Incidents"
      path="/api/v1/incidents"
      columns={columns}
      filters={filters}
      defaultSort="-beginsOn"
      embedded
      {...(open ? { fixed: "open=true" } : {})}
      rowHref={(i) => pathTo("incident", { id: i.id })}
      empty={{
        title: "No incidents",
        text: "One is drafted from a weather alert, or begun here.",
      }}
    />
  );
}
