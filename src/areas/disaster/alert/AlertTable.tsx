import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { alertStatuses, drawns, severities, touches } from "./alert.labels.ts";
import type { Alert } from "./alert.model.ts";

const touched = (a: Alert): string => {
  if (a.touch !== "inside" && a.touch !== "possibly") return touches[a.touch];
  const parts = [
    a.touchInside > 0 && `${a.touchInside} inside`,
    a.touchPossibly > 0 && `${a.touchPossibly} possibly`,
  ];
  return parts.filter(Boolean).join(", ");
};

function At({ instant }: { instant: Instant }) {
  const { timeZone } = useAgency();
  return formatInstant(instant, timeZone);
}

/** A warning that names no end, and whether it asks to be ended; how old it is stands beside it. */
export function NoEnd({ alert }: { alert: Pick<Alert, "asks" | "tells"> }) {
  if (alert.tells) return <span className="text-t2">—</span>;
  return (
    <span className={alert.asks ? "text-warning" : undefined}>
      No end given{alert.asks && ": end it?"}
    </span>
  );
}

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
        {a.tells && <span className="ml-2 text-12 text-t2">tells of an end</span>}
        {a.conflict && (
          <span className="ml-2 text-12 text-danger">two contents, one identifier</span>
        )}
      </>
    ),
  },
  {
    id: "touch",
    label: "Affects us",
    kind: "text",
    sortable: false,
    leads: true,
    value: touched,
  },
  { id: "sentAt", label: "Sent", kind: "instant", value: (a) => a.sentAt },
  { id: "onsetAt", label: "Starts", kind: "instant", value: (a) => a.onsetAt },
  {
    id: "endsAt",
    label: "Ends",
    kind: "instant",
    leads: (a) => a.endsAt !== null || !a.tells,
    value: (a) => a.endsAt,
    cell: (a) => (a.endsAt ? <At instant={a.endsAt} /> : <NoEnd alert={a} />),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (a) => a.status,
    statuses: alertStatuses,
  },
  {
    id: "severity",
    label: "Severity",
    kind: "text",
    sortable: false,
    value: (a) => severities[a.severity as keyof typeof severities] ?? a.severity,
  },
  { id: "areaText", label: "Area", kind: "text", sortable: false, value: (a) => a.areaText },
  {
    id: "drawn",
    label: "Drawn from",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (a) => drawns[a.drawn].split(":")[0]!,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(alertStatuses) },
  {
    id: "touch",
    label: "Touches the agency",
    kind: "set",
    pinned: true,
    options: options(touches),
  },
  { id: "severity", label: "Severity", kind: "set", options: options(severities) },
  { id: "asks", label: "Asks to be ended", kind: "flag" },
  { id: "conflict", label: "Two contents under one identifier", kind: "flag" },
  { id: "tells", label: "Tells of an end", kind: "flag" },
  { id: "test", label: "Tests", kind: "flag" },
];

/** Warnings: what holds and touches the agency first, then the newest. */
export function AlertTable({ active = false }: { active?: boolean }) {
  return (
    <DataTable<Alert>
      name={active ? "active-alerts" : "weather-alerts"}
      title="Weather alerts"
      path="/api/v1/weather-alerts"
      columns={columns}
      filters={filters}
      defaultSort="-rank,-sentAt"
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
