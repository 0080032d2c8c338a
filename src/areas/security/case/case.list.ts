import type { ListDefinition } from "#server/http/list.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { caseStatuses } from "./case.labels.ts";

/** Cases of security officers, newest first. */
export const caseList: ListDefinition = {
  name: "security-cases",
  title: "Security cases",
  from: "security_case c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    title: { sql: "c.title", label: "What it is about", sort: true },
    severity: { sql: "c.severity", label: "Severity", codes: eventSeverities },
    openedBy: { sql: "c.opened_by_name", label: "Opened by" },
    openedAt: { sql: "c.created_at", label: "Opened", sort: true },
    status: { sql: "c.status", label: "Status", codes: caseStatuses },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    severity: { kind: "set", sql: "c.severity", type: "text" },
    openedAt: { kind: "range", sql: "(c.created_at at time zone $zone)::date", type: "date" },
  },
  search: ["c.number", "c.title", "c.opened_by_name"],
  defaultSort: "-openedAt",
};
