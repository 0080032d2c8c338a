import type { ListDefinition } from "#server/http/list.ts";
import { courts, impacts, rfiCourts, rfiStatuses, type RfiCourt } from "./rfi.labels.ts";

// Days from a turn to the next one, or to today, by the side that had to act.
const heldBy = (side: RfiCourt): string => `(
  select coalesce(sum(coalesce(held.next_day, $today) - held.on_day), 0)::int
  from (
    select t.court, t.on_day, lead(t.on_day) over (order by t.position) as next_day
    from rfi_turn t
    where t.org_id = q.org_id and t.rfi_id = q.id
  ) held
  where held.court = '${side}'
)`;
const overdue = "(q.status = 'open' and q.due_on < $today)";

/** The agency's questions about what is built. */
export const rfiList: ListDefinition = {
  name: "rfis",
  title: "RFIs",
  from: "rfi q join project p on p.org_id = q.org_id and p.id = q.project_id",
  alias: "q",
  columns: {
    id: { sql: "q.id", hidden: true },
    number: { sql: "q.number", label: "Number", sort: true },
    status: { sql: "q.status", label: "Status", sort: true, codes: rfiStatuses },
    projectId: { sql: "q.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    contractId: { sql: "q.contract_id", hidden: true },
    side: { sql: "q.side", label: "Asked by", codes: courts },
    askedOf: { sql: "q.asked_of", label: "Asked of", codes: courts },
    title: { sql: "q.title", label: "Subject" },
    askedByName: { sql: "q.asked_by_name", label: "Who asked" },
    askedOn: { sql: "q.asked_on", label: "Asked on", sort: true },
    dueOn: { sql: "q.due_on", label: "Due", sort: true },
    court: { sql: "q.court", label: "In whose court", codes: rfiCourts },
    daysAgency: { sql: heldBy("agency"), label: "Days with us" },
    daysContractor: { sql: heldBy("contractor"), label: "Days with the contractor" },
    daysDesigner: { sql: heldBy("designer"), label: "Days with a designer" },
    overdue: { sql: overdue, label: "Overdue" },
    costImpact: { sql: "q.cost_impact", label: "Changes the cost", codes: impacts },
    timeImpact: { sql: "q.time_impact", label: "Changes the time", codes: impacts },
    version: { sql: "q.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "q.id", type: "uuid" },
    status: { kind: "set", sql: "q.status", type: "text" },
    projectId: { kind: "set", sql: "q.project_id", type: "uuid" },
    court: { kind: "set", sql: "q.court", type: "text" },
    side: { kind: "set", sql: "q.side", type: "text" },
    costImpact: { kind: "set", sql: "q.cost_impact", type: "text" },
    overdue: { kind: "flag", sql: overdue },
    dueOn: { kind: "range", sql: "q.due_on", type: "date" },
    askedOn: { kind: "range", sql: "q.asked_on", type: "date" },
  },
  search: ["q.number", "q.title", "q.question", "q.reference", "p.name"],
  defaultSort: "dueOn",
};
