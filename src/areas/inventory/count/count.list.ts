import type { ListDefinition } from "#server/http/list.ts";
import { countScopes, countStatuses } from "./count.labels.ts";

/** Counts of the stores, newest first; what they found stands in each one alone. */
export const countList: ListDefinition = {
  name: "stock-counts",
  title: "stock counts",
  from: "stock_count c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    title: { sql: "c.title", label: "What is counted", sort: true },
    scope: { sql: "c.scope", label: "Count of", codes: countScopes },
    lines: {
      sql: `(
        select count(*) from stock_count_task t where t.org_id = c.org_id and t.count_id = c.id
      )::int`,
      label: "Lines",
    },
    counted: {
      sql: `(
        select count(*)
        from stock_count_task t
        where t.org_id = c.org_id
          and t.count_id = c.id
          and (
            (not t.again and c.status <> 'open')
            or exists (
              select 1
              from stock_count_entry e
              where e.org_id = t.org_id
                and e.task_id = t.id
                and e.round = case when t.again then 2 else 1 end
            )
          )
      )::int`,
      label: "Counted",
    },
    plannedOn: {
      sql: "(c.created_at at time zone $zone)::date",
      label: "Planned on",
    },
    status: { sql: "c.status", label: "Status", sort: true, codes: countStatuses },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    scope: { kind: "set", sql: "c.scope", type: "text" },
    locationId: { kind: "set", sql: "c.location_id", type: "uuid" },
    mine: { kind: "flag", sql: "$actor in (c.counted_by, c.recounted_by)" },
  },
  search: ["c.number", "c.title"],
  number: "c.number",
  defaultSort: "-number",
};
