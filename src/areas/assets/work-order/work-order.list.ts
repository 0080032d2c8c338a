import type { ListDefinition } from "#server/http/list.ts";
import { workKinds, workOrderStatuses, workPriorities } from "./work-order.labels.ts";

const open = "w.status not in ('completed', 'closed', 'cancelled')";
/** When it was done or given up: what is open has no end yet. */
const ended = `(case when ${open} then 'infinity'::timestamptz else coalesce(w.completed_at, w.updated_at) end)`;
const failure = "w.kind in ('corrective', 'emergency')";
/** A failure within 30 days after the last repair of the same asset was completed. */
const repeat = `(w.kind in ('corrective', 'emergency') and w.status <> 'cancelled' and exists (
  select 1
  from work_order b
  where b.org_id = w.org_id
    and b.asset_id = w.asset_id
    and b.id <> w.id
    and b.kind in ('corrective', 'emergency')
    and b.completed_at <= w.created_at
    and b.completed_at > w.created_at - interval '30 days'
))`;
const late = `(${open} and coalesce(w.due_on < $today, false))`;

/** The agency's work orders. */
export const workOrderList: ListDefinition = {
  name: "work-orders",
  from: `work_order w
    left join asset a on a.org_id = w.org_id and a.id = w.asset_id
    left join department d on d.org_id = w.org_id and d.id = w.department_id
    left join person l on l.id = w.lead_id`,
  base: "work_order w",
  alias: "w",
  columns: {
    id: { sql: "w.id", hidden: true },
    number: { sql: "w.number", label: "Number", sort: true },
    status: { sql: "w.status", label: "Status", sort: true, codes: workOrderStatuses },
    title: { sql: "w.title", label: "Work", sort: true },
    kind: { sql: "w.kind", label: "Kind", codes: workKinds },
    priority: { sql: "w.priority", label: "Priority", codes: workPriorities },
    asset: { sql: "a.name", label: "Asset", sort: true },
    assetId: { sql: "w.asset_id", hidden: true },
    location: { sql: "w.location", label: "Where exactly" },
    department: { sql: "d.name", label: "Department", sort: true },
    lead: { sql: "l.display_name", label: "Led by", sort: true },
    scheduledOn: { sql: "w.scheduled_on", label: "Scheduled", sort: true },
    dueOn: { sql: "w.due_on", label: "Due", sort: true },
    estimateMinutes: { sql: "w.estimate_minutes", label: "Estimated minutes" },
    late: { sql: late, label: "Late" },
    createdAt: { sql: "w.created_at", label: "Since", sort: true },
    version: { sql: "w.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "w.status", type: "text" },
    kind: { kind: "set", sql: "w.kind", type: "text" },
    priority: { kind: "set", sql: "w.priority", type: "text" },
    assetId: { kind: "set", sql: "w.asset_id", type: "uuid" },
    leadId: { kind: "set", sql: "w.lead_id", type: "uuid" },
    departmentId: { kind: "set", sql: "w.department_id", type: "uuid" },
    serviceRequestId: { kind: "set", sql: "w.service_request_id", type: "uuid" },
    scheduledOn: { kind: "range", sql: "w.scheduled_on", type: "date" },
    dueOn: { kind: "range", sql: "w.due_on", type: "date" },
    created: { kind: "range", sql: "w.created_at", type: "instant" },
    completed: { kind: "range", sql: "w.completed_at", type: "instant" },
    ended: { kind: "range", sql: ended, type: "instant" },
    failure: { kind: "flag", sql: failure },
    repeat: { kind: "flag", sql: repeat },
    onAsset: { kind: "flag", sql: "(w.asset_id is not null and w.status <> 'cancelled')" },
    open: { kind: "flag", sql: open },
    late: { kind: "flag", sql: late },
    mine: {
      kind: "flag",
      sql: `(w.lead_id = $actor or exists (
        select 1
        from work_order_member m
        where m.org_id = w.org_id and m.work_order_id = w.id and m.person_id = $actor
      ))`,
    },
  },
  search: ["w.number", "w.title", "w.description", "w.location", "a.name", "a.tag"],
  defaultSort: "-number",
};
