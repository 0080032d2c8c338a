import { stockOfIncident } from "#areas/inventory/inventory.server.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { incidentCycle, incidentKinds, releaseCycle } from "./incident.labels.ts";

// The orders of an incident; an order serves the incident of its requisitions.
export const incidentOrders = (incident: string): string => `
  select o.id, o.department_id, o.amount
  from purchase_order o
  where o.org_id = i.org_id and o.status <> 'draft' and o.incident_id = ${incident}
`;

// What the ledger holds of them: encumbered by the orders, expended by their invoices.
export const incidentEntries = (incident: string): string => `
  select c.id, c.department_id, e.encumbered, e.expended
  from (${incidentOrders(incident)}) c
  join commitment_entry e
    on e.org_id = i.org_id
    and (
      (e.document_type = 'purchaseOrder' and e.document_id = c.id)
      or (
        e.document_type = 'invoice'
        and e.document_id in (
          select v.id
          from invoice v
          where v.org_id = i.org_id and v.purchase_order_id = c.id
        )
      )
    )
`;

const fromStores = stockOfIncident(
  "i.org_id",
  "i.id",
  `select own.id from (${incidentOrders("i.id")}) own`,
);

export const incidentList: ListDefinition = {
  name: "incidents",
  from: "incident i left join local_declaration d on d.org_id = i.org_id and d.id = i.declaration_id",
  base: "incident i",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Number", sort: true },
    title: { sql: "i.title", label: "Incident", sort: true },
    status: { sql: "i.status", label: "Status", sort: true, codes: incidentCycle.statuses },
    kind: { sql: "i.kind", label: "Kind", codes: incidentKinds },
    exercise: { sql: "i.exercise", label: "Exercise" },
    level: { sql: "i.level", label: "Level" },
    beginsOn: { sql: "i.begins_on", label: "Began", sort: true },
    endsOn: { sql: "i.ends_on", label: "Ended", sort: true },
    declaration: { sql: "d.number", label: "Local declaration" },
    federalNumbers: { sql: "i.federal_numbers", label: "Federal declaration" },
    openRequests: {
      sql: "(select count(*)::int from incident_request r where r.org_id = i.org_id and r.incident_id = i.id and r.status not in ('denied', 'cancelled', 'received', 'demobilized'))",
      label: "Open requests",
    },
    costCents: {
      sql: `((select coalesce(sum(c.encumbered + c.expended), 0) from (${incidentEntries("i.id")}) c) + ${fromStores})::bigint`,
      label: "Committed, spent and issued",
      money: true,
    },
    stockCents: { sql: fromStores, label: "From the stores", money: true },
    version: { sql: "i.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "i.id", type: "uuid" },
    status: { kind: "set", sql: "i.status", type: "text" },
    kind: { kind: "set", sql: "i.kind", type: "text" },
    exercise: { kind: "flag", sql: "i.exercise" },
    open: { kind: "flag", sql: "i.status <> 'closed'" },
    beginsOn: { kind: "range", sql: "i.begins_on", type: "date" },
  },
  search: ["i.number", "i.title", "i.area_text"],
  defaultSort: "-beginsOn",
};

export const releaseList: ListDefinition = {
  name: "incident-releases",
  title: "releases of incidents",
  from: "incident_release x join incident i on i.org_id = x.org_id and i.id = x.incident_id left join person who on who.id = x.author_id",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    title: { sql: "x.title", label: "Headline" },
    body: { sql: "x.body", label: "Text" },
    status: { sql: "x.status", label: "Status", codes: releaseCycle.statuses },
    incidentId: { sql: "x.incident_id", hidden: true },
    incident: { sql: "i.number", label: "Incident" },
    author: { sql: "who.display_name", label: "Written by" },
    publishedAt: { sql: "x.published_at", label: "Published", sort: true },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    incidentId: { kind: "set", sql: "x.incident_id", type: "uuid" },
    status: { kind: "set", sql: "x.status", type: "text" },
  },
  search: ["x.number", "x.title", "x.body"],
  defaultSort: "-number",
};
