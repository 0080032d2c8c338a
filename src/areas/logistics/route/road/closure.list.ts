import type { ListDefinition } from "#server/http/list.ts";
import { closureStatuses } from "./closure.labels.ts";

const now = `(
  c.status = 'announced' and c.from_on <= $today and coalesce(c.until_on >= $today, true)
)`;

/** What is closed, announced or was. */
export const closureList: ListDefinition = {
  name: "road-closures",
  title: "road closures",
  from: "road_closure c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: closureStatuses },
    name: { sql: "c.name", label: "What is closed" },
    reason: { sql: "c.reason", label: "Why" },
    fromOn: { sql: "c.from_on", label: "From", sort: true },
    untilOn: { sql: "c.until_on", label: "Through", sort: true },
    road: { sql: "c.road", label: "Road" },
    now: { sql: now, label: "Closed today" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    now: { kind: "flag", sql: now },
    fromOn: { kind: "range", sql: "c.from_on", type: "date" },
  },
  search: ["c.number", "c.name", "c.road", "c.reason"],
  defaultSort: "-fromOn",
};
