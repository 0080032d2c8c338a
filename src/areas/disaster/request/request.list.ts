import type { ListDefinition } from "#server/http/list.ts";
import { priorities, requestCycle, requestSources } from "./request.labels.ts";

// The label of a line's source, in SQL.
const sourceName = `case l.source ${Object.entries(requestSources)
  .map(([code, label]) => `when '${code}' then '${label}'`)
  .join(" ")} end`;

/** Resource requests of incidents. */
export const requestList: ListDefinition = {
  name: "incident-requests",
  title: "resource requests of incidents",
  from: "incident_request x join incident i on i.org_id = x.org_id and i.id = x.incident_id left join person who on who.id = x.requested_by left join requisition q on q.org_id = x.org_id and q.id = x.requisition_id",
  base: "incident_request x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    title: { sql: "x.title", label: "What", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: requestCycle.statuses },
    priority: { sql: "x.priority", label: "Priority", codes: priorities },
    incidentId: { sql: "x.incident_id", hidden: true },
    incident: { sql: "i.number", label: "Incident" },
    requester: { sql: "who.display_name", label: "Asked by" },
    neededAt: { sql: "x.needed_at", label: "Needed", sort: true },
    sources: {
      sql: `coalesce((select string_agg(distinct ${sourceName}, ', ') from incident_request_line l where l.org_id = x.org_id and l.request_id = x.id), '')`,
      label: "Source",
    },
    requisitionId: { sql: "x.requisition_id", hidden: true },
    requisition: { sql: "q.number", label: "Requisition" },
    costCents: {
      sql: "(select coalesce(round(sum(l.quantity * l.unit_price) * 100), 0)::bigint from incident_request_line l where l.org_id = x.org_id and l.request_id = x.id)",
      label: "Estimate",
      money: true,
    },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "x.id", type: "uuid" },
    incidentId: { kind: "set", sql: "x.incident_id", type: "uuid" },
    status: { kind: "set", sql: "x.status", type: "text" },
    source: {
      kind: "set",
      sql: "(select min(l.source) from incident_request_line l where l.org_id = x.org_id and l.request_id = x.id)",
      type: "text",
    },
    open: {
      kind: "flag",
      sql: "x.status not in ('denied', 'cancelled', 'received', 'demobilized')",
    },
    late: {
      kind: "flag",
      sql: "x.status not in ('denied', 'cancelled', 'received', 'demobilized') and x.needed_at < clock_timestamp()",
    },
    mine: { kind: "flag", sql: "x.requested_by = $actor" },
  },
  search: ["x.number", "x.title", "x.need"],
  defaultSort: "-number",
};
