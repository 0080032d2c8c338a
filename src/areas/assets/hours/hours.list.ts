import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { hourKinds, hourPay, hourStatuses } from "./hours.labels.ts";

/** Hours of people and units, newest day first: all, or those that somebody worked or entered. */
export const hourList: ListDefinition = {
  name: "work-hours",
  from: `work_hour h
    left join person p on p.id = h.person_id
    left join person e on e.id = h.entered_by
    left join person v on v.id = h.approved_by
    left join labor_class c on c.org_id = h.org_id and c.id = h.labor_class_id
    left join asset u on u.org_id = h.org_id and u.id = h.unit_id
    left join asset a on a.org_id = h.org_id and a.id = h.asset_id
    left join work_order w on w.org_id = h.org_id and w.id = h.work_order_id
    left join incident i on i.org_id = h.org_id and i.id = h.incident_id`,
  base: "work_hour h",
  alias: "h",
  columns: {
    id: { sql: "h.id", hidden: true },
    workedOn: { sql: "h.worked_on", label: "Day", sort: true },
    status: { sql: "h.status", label: "Status", codes: hourStatuses },
    kind: { sql: "h.kind", label: "Kind", codes: hourKinds },
    person: { sql: "p.display_name", label: "Person", sort: true },
    personId: { sql: "h.person_id", hidden: true },
    laborClass: { sql: "c.name", label: "Class" },
    unit: { sql: "u.name", label: "Unit" },
    fromAt: { sql: "h.from_at", label: "From" },
    toAt: { sql: "h.to_at", label: "To" },
    minutes: { sql: "h.minutes", label: "Minutes", sort: true },
    standbyMinutes: { sql: "h.standby_minutes", label: "Standby minutes" },
    pay: { sql: "h.pay", label: "Pay", codes: hourPay },
    activity: { sql: "h.activity", label: "Activity" },
    meter: { sql: "h.meter::text", label: "Meter" },
    asset: { sql: "a.name", label: "Asset" },
    workOrder: { sql: "w.number", label: "Work order", sort: true },
    workOrderId: { sql: "h.work_order_id", hidden: true },
    incident: { sql: "i.number", label: "Incident" },
    enteredBy: { sql: "e.display_name", label: "Entered by" },
    approvedBy: { sql: "v.display_name", label: "Approved by" },
    correctionReason: { sql: "h.correction_reason", label: "Why it was corrected" },
    version: { sql: "h.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "h.status", type: "text" },
    kind: { kind: "set", sql: "h.kind", type: "text" },
    pay: { kind: "set", sql: "h.pay", type: "text" },
    personId: { kind: "set", sql: "h.person_id", type: "uuid" },
    workOrderId: { kind: "set", sql: "h.work_order_id", type: "uuid" },
    incidentId: { kind: "set", sql: "h.incident_id", type: "uuid" },
    workedOn: { kind: "range", sql: "h.worked_on", type: "date" },
    mine: { kind: "flag", sql: "h.person_id = $actor" },
    onIncident: { kind: "flag", sql: "h.incident_id is not null" },
    counted: { kind: "flag", sql: "h.status in ('entered', 'approved')" },
  },
  search: ["h.activity"],
  visible: (actor) =>
    actor.permissions.has("hours.all")
      ? null
      : sql`(h.person_id = ${actor.personId}::uuid or h.entered_by = ${actor.personId}::uuid)`,
  defaultSort: "-workedOn",
};
