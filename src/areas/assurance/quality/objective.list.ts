import type { ListDefinition } from "#server/http/list.ts";
import { directions, measureLabels, periods } from "./measures.labels.ts";
import { objectiveStatuses } from "./objective.labels.ts";

const signals =
  "(select count(*) from quality_signal s where s.org_id = o.org_id and s.objective_id = o.id and s.status = 'proposed')";

/** Quality objectives of the agency. */
export const objectiveList: ListDefinition = {
  name: "quality-objectives",
  title: "quality objectives",
  from: "quality_objective o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    status: { sql: "o.status", label: "Status", sort: true, codes: objectiveStatuses },
    name: { sql: "o.name", label: "Objective", sort: true },
    measure: { sql: "o.measure", label: "Measure", codes: measureLabels },
    direction: { sql: "o.direction", label: "Direction", codes: directions },
    target: { sql: "o.target::text", label: "Target" },
    period: { sql: "o.period", label: "Period", codes: periods },
    ownerName: { sql: "o.owner_name", label: "Owner", sort: true },
    signals: { sql: `${signals}::int`, label: "Signals that wait" },
    version: { sql: "o.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "o.id", type: "uuid" },
    status: { kind: "set", sql: "o.status", type: "text" },
    measure: { kind: "set", sql: "o.measure", type: "text" },
    signal: { kind: "flag", sql: `${signals} > 0` },
    mine: { kind: "flag", sql: "o.owner_id = $actor" },
  },
  search: ["o.number", "o.name"],
  defaultSort: "-number",
};
