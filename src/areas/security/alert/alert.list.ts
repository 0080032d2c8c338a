import type { ListDefinition } from "#server/http/list.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { alertStatuses } from "./alert.labels.ts";

/** What detections found, newest first. */
export const alertList: ListDefinition = {
  name: "security-alerts",
  title: "Security alerts",
  from: "security_alert a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    detection: { sql: "a.detection", hidden: true },
    said: { sql: "a.said", label: "What was found" },
    severity: { sql: "a.severity", label: "Severity", codes: eventSeverities },
    person: { sql: "a.person_name", label: "Person", sort: true },
    address: { sql: "a.address", label: "Network address" },
    eventCount: { sql: "a.event_count", label: "Events", sort: true },
    lastAt: { sql: "a.last_at", label: "Last", sort: true },
    status: { sql: "a.status", label: "Status", codes: alertStatuses },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "a.status", type: "text" },
    severity: { kind: "set", sql: "a.severity", type: "text" },
    detection: { kind: "set", sql: "a.detection", type: "text" },
    living: { kind: "flag", sql: "a.status in ('open', 'acknowledged')" },
    caseId: { kind: "set", sql: "a.case_id", type: "uuid" },
    lastAt: { kind: "range", sql: "(a.last_at at time zone $zone)::date", type: "date" },
  },
  search: ["a.number", "a.said", "a.person_name", "a.address"],
  defaultSort: "-lastAt",
};
