import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { inspectionResults, inspectionStatuses } from "./inspection.labels.ts";

const open = "s.status in ('scheduled', 'in_progress', 'submitted')";
const late = "(s.status in ('scheduled', 'in_progress') and coalesce(s.due_on < $today, false))";

/** The agency's inspections. */
export const inspectionList: ListDefinition = {
  name: "inspections",
  from: `inspection s
    join inspection_checklist k on k.org_id = s.org_id and k.id = s.definition_version_id
    left join asset a on a.org_id = s.org_id and a.id = s.asset_id
    left join person p on p.id = s.assigned_to`,
  base: "inspection s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    status: { sql: "s.status", label: "Status", sort: true, codes: inspectionStatuses },
    title: { sql: "s.title", label: "Inspection", sort: true },
    checklist: { sql: "k.name", label: "Checklist" },
    asset: { sql: "a.name", label: "Asset", sort: true },
    assetId: { sql: "s.asset_id", hidden: true },
    location: { sql: "s.location", label: "Where" },
    assigned: { sql: "p.display_name", label: "Given to", sort: true },
    dueOn: { sql: "s.due_on", label: "Due", sort: true },
    result: { sql: "s.result", label: "Result", codes: inspectionResults },
    failed: { sql: "s.failed", label: "Failed items" },
    submittedAt: { sql: "s.submitted_at", label: "Submitted", sort: true },
    late: { sql: late, label: "Late" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "s.status", type: "text" },
    result: { kind: "set", sql: "s.result", type: "text" },
    assetId: { kind: "set", sql: "s.asset_id", type: "uuid" },
    assignedTo: { kind: "set", sql: "s.assigned_to", type: "uuid" },
    dueOn: { kind: "range", sql: "s.due_on", type: "date" },
    open: { kind: "flag", sql: open },
    late: { kind: "flag", sql: late },
    mine: { kind: "flag", sql: "s.assigned_to = $actor" },
  },
  search: ["s.number", "s.title", "s.location", "a.name", "a.tag"],
  defaultSort: "-number",
  visible: (actor) =>
    actor.permissions.has("inspection.manage") ? null : sql`s.assigned_to = ${actor.personId}`,
};
