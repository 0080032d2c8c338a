import { pathTo } from "#areas.ts";
import { names, options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import {
  eventSeverities,
  securityEventKinds,
  securityEventWords,
} from "#areas/identity/identity.public.ts";
import { alertStatuses } from "../alert/alert.labels.ts";
import type { AlertRow, EventRow } from "../alert/alert.model.ts";
import { caseStatuses } from "../case/case.labels.ts";
import type { CaseRow } from "../case/case.model.ts";

const severity: Filter = {
  id: "severity",
  label: "Severity",
  kind: "set",
  options: options(eventSeverities),
};

const eventColumns: readonly Column<EventRow>[] = [
  { id: "at", label: "When", kind: "instant", value: (e) => e.at },
  { id: "kind", label: "What", kind: "text", value: (e) => securityEventWords(e.kind) },
  { id: "person", label: "Person", kind: "text", value: (e) => e.person ?? "" },
  { id: "address", label: "Network address", kind: "text", value: (e) => e.address },
  { id: "about", label: "About", kind: "text", value: (e) => e.about },
  {
    id: "severity",
    label: "Severity",
    kind: "status",
    value: (e) => e.severity,
    statuses: eventSeverities,
  },
];
const eventFilters: readonly Filter[] = [
  {
    id: "kind",
    label: "What",
    kind: "set",
    pinned: true,
    options: names(securityEventKinds).map((value) => ({
      value,
      label: securityEventKinds[value],
    })),
  },
  severity,
  { id: "at", label: "When", kind: "day" },
];

/** What happened to accounts and doors of the agency. */
export function EventTable() {
  return (
    <DataTable<EventRow>
      name="security-events"
      title="Security events"
      path="/api/v1/security-events"
      columns={eventColumns}
      filters={eventFilters}
      defaultSort="-at"
      embedded
      exportable
      empty={{ title: "Nothing happened", text: "Sign-ins and refused access stand here." }}
    />
  );
}

const alertColumns: readonly Column<AlertRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "said", label: "What was found", kind: "text", value: (a) => a.said },
  {
    id: "severity",
    label: "Severity",
    kind: "status",
    value: (a) => a.severity,
    statuses: eventSeverities,
  },
  { id: "person", label: "Person", kind: "text", value: (a) => a.person ?? "" },
  { id: "address", label: "Network address", kind: "text", value: (a) => a.address },
  { id: "eventCount", label: "Events", kind: "number", value: (a) => a.eventCount },
  { id: "lastAt", label: "Last", kind: "instant", value: (a) => a.lastAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: alertStatuses,
  },
];
const alertFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(alertStatuses) },
  severity,
  { id: "lastAt", label: "Last", kind: "day" },
  { id: "living", label: "Not answered", kind: "flag", pinned: true },
];

/** What detections found. */
export function AlertTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<AlertRow>
      name="security-alerts"
      title="Security alerts"
      path="/api/v1/security-alerts"
      columns={alertColumns}
      filters={alertFilters}
      defaultSort="-lastAt"
      rowHref={(a) => pathTo("securityAlert", { id: a.id })}
      embedded
      exportable
      {...(fixed && { fixed })}
      empty={{ title: "No alert", text: "Nothing reached the count of a detection." }}
    />
  );
}

const caseColumns: readonly Column<CaseRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  { id: "title", label: "What it is about", kind: "text", value: (c) => c.title },
  {
    id: "severity",
    label: "Severity",
    kind: "status",
    value: (c) => c.severity,
    statuses: eventSeverities,
  },
  { id: "openedBy", label: "Opened by", kind: "text", value: (c) => c.openedBy },
  { id: "openedAt", label: "Opened", kind: "instant", value: (c) => c.openedAt },
  { id: "status", label: "Status", kind: "status", value: (c) => c.status, statuses: caseStatuses },
];
const caseFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(caseStatuses) },
  severity,
  { id: "openedAt", label: "Opened", kind: "day" },
];

/** Cases of security officers. */
export function CaseTable() {
  return (
    <DataTable<CaseRow>
      name="security-cases"
      title="Security cases"
      path="/api/v1/security-cases"
      columns={caseColumns}
      filters={caseFilters}
      defaultSort="-openedAt"
      rowHref={(c) => pathTo("securityCase", { id: c.id })}
      embedded
      exportable
      empty={{ title: "No case", text: "An officer opens one from an alert." }}
    />
  );
}
