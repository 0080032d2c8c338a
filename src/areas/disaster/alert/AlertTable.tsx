import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { alertStatuses, drawns, severities } from "./alert.labels.ts";
import type { Alert } from "./alert.model.ts";

const columns: readonly Column<Alert>[] = [
  {
    id: "event",
    label: "Event",
    kind: "text",
    value: (a) => a.event,
    cell: (a) => (
      <>
        {a.event}
        {a.test && <span className="ml-2 text-12 text-warning">test</span>}
      </>
    ),
  },
  { id: "areaText", label: "Area", kind: "text", sortable: false, value: (a) => a.areaText },
  {
    id: "severity",
    label: "Severity",
    kind: "text",
    sortable: false,
    value: (a) => severities[a.severity as keyof typeof severities] ?? a.severity,
  },
  {
    id: "drawn",
    label: "Drawn from",
    kind: "text",
    sortable: false,
    value: (a) => drawns[a.drawn].split(":")[0]!,
  },
  { id: "sentAt", label: "Sent", kind: "instant", value: (a) => a.sentAt },
  { id: "endsAt", label: "Ends", kind: "instant", value: (a) => a.endsAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (a) => a.status,
    statuses: alertStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(alertStatuses) },
  { id: "severity", label: "Severity", kind: "set", options: options(severities) },
  { id: "test", label: "Tests", kind: "flag" },
];

/** Warnings, newest first. */
export function AlertTable({ active = false }: { active?: boolean }) {
  return (
    <DataTable<Alert>
      name={active ? "active-alerts" : "weather-alerts"}
      title="Weather alerts"
      path="/api/v1/weather-alerts"
      columns={columns}
      filters={filters}
      defaultSort="-sentAt"
      embedded
      {...(active ? { fixed: "status=active" } : {})}
      rowHref={(a) => pathTo("weatherAlert", { id: a.id })}
      empty={{
        title: "No warnings",
        text: "They come by feeds, or are pasted in as CAP 1.2 or GeoJSON.",
      }}
    />
  );
}
