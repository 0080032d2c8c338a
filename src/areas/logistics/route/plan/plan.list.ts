import type { ListDefinition } from "#server/http/list.ts";
import { planStatuses } from "./plan.labels.ts";

const stops = (status: string) => `(
  select count(*)
  from route_stop s
  where s.org_id = p.org_id and s.plan_id = p.id and ${status}
)::int`;

const mine = `exists (
  select 1
  from route_stop s
  where s.org_id = p.org_id and s.plan_id = p.id and s.driver_id = $actor
)`;

/** The agency's route plans. */
export const planList: ListDefinition = {
  name: "route-plans",
  title: "route plans",
  from: "route_plan p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: planStatuses },
    name: { sql: "p.name", label: "Plan", sort: true },
    onDay: { sql: "p.on_day", label: "Day", sort: true },
    stops: { sql: stops("s.status <> 'left'"), label: "Stops" },
    done: { sql: stops("s.status = 'done'"), label: "Done" },
    failed: { sql: stops("s.status = 'failed'"), label: "Not delivered" },
    vehicles: { sql: "jsonb_array_length(p.setup -> 'vehicles')", label: "Vehicles" },
    meters: { sql: "(p.answer ->> 'meters')::bigint", label: "Meters" },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "p.id", type: "uuid" },
    status: { kind: "set", sql: "p.status", type: "text" },
    onDay: { kind: "range", sql: "p.on_day", type: "date" },
    mine: { kind: "flag", sql: mine },
  },
  search: ["p.number", "p.name"],
  defaultSort: "-onDay",
};
