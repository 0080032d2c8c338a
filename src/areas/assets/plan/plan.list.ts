import type { ListDefinition } from "#server/http/list.ts";
import { cycleStatuses } from "./plan.labels.ts";

const late = "(y.status = 'open' and y.due_on < $today)";
/** Done in time, or due and not done in time: what the compliance with plans counts. */
const counted = "(y.status in ('done', 'missed') or (y.status = 'open' and y.due_on < $today))";

/** Cycles of plans: what came due, and what came of it. */
export const cycleList: ListDefinition = {
  name: "plan-cycles",
  title: "work that plans made due",
  from: `plan_cycle y
    join maintenance_plan m on m.org_id = y.org_id and m.id = y.plan_id
    left join asset a on a.org_id = y.org_id and a.id = y.asset_id
    left join work_order w on w.org_id = y.org_id and w.id = y.work_order_id
    left join inspection s on s.org_id = y.org_id and s.id = y.inspection_id`,
  base: "plan_cycle y",
  alias: "y",
  columns: {
    id: { sql: "y.id", hidden: true },
    plan: { sql: "m.name", label: "Plan" },
    definitionId: { sql: "y.definition_id", hidden: true },
    asset: { sql: "a.name", label: "Asset" },
    assetId: { sql: "y.asset_id", hidden: true },
    dueOn: { sql: "y.due_on", label: "Due", sort: true },
    doneOn: { sql: "y.done_on", label: "Done" },
    status: { sql: "y.status", label: "Status", codes: cycleStatuses },
    why: { sql: "y.why", label: "Why" },
    workOrderId: { sql: "y.work_order_id", hidden: true },
    workOrder: { sql: "w.number", label: "Work order" },
    inspectionId: { sql: "y.inspection_id", hidden: true },
    inspection: { sql: "s.number", label: "Inspection" },
    late: { sql: late, label: "Late" },
    version: { sql: "y.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "y.status", type: "text" },
    definitionId: { kind: "set", sql: "y.definition_id", type: "uuid" },
    assetId: { kind: "set", sql: "y.asset_id", type: "uuid" },
    dueOn: { kind: "range", sql: "y.due_on", type: "date" },
    late: { kind: "flag", sql: late },
    counted: { kind: "flag", sql: counted },
    inTime: { kind: "flag", sql: "(y.status = 'done' and y.done_on <= y.due_on)" },
  },
  search: ["y.why"],
  defaultSort: "-dueOn",
};
