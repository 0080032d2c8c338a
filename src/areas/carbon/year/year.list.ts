import type { ListDefinition } from "#server/http/list.ts";
import { yearStatuses } from "./year.labels.ts";

const grams = `(
  select coalesce(sum(l.grams), 0)
  from carbon_line l
  where l.org_id = y.org_id and l.year_id = y.id and l.basis = ''
)`;
const unsettled = `(
  select count(*)
  from carbon_gap g
  where g.org_id = y.org_id and g.year_id = y.id and g.settled_as is null
)::int`;

/** Carbon years in all their versions. */
export const yearList: ListDefinition = {
  name: "carbon-years",
  title: "carbon years",
  from: "carbon_year y",
  alias: "y",
  columns: {
    id: { sql: "y.id", hidden: true },
    number: { sql: "y.number", label: "Number", sort: true },
    status: { sql: "y.status", label: "Status", sort: true, codes: yearStatuses },
    title: { sql: "'Emissions of ' || y.year", hidden: true },
    year: { sql: "y.year", label: "Year", sort: true },
    versionNo: { sql: "y.version_no", label: "Version", sort: true },
    base: { sql: "y.base", label: "Others are compared with it" },
    potentials: { sql: "y.potentials", label: "Warming potentials" },
    kilograms: { sql: `round(${grams} / 1000)::bigint`, label: "CO2e, kg" },
    unsettled: { sql: unsettled, label: "To settle" },
    why: { sql: "y.why", label: "Why it was restated" },
    publishedAt: { sql: "y.published_at", label: "Published" },
    version: { sql: "y.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "y.id", type: "uuid" },
    status: { kind: "set", sql: "y.status", type: "text" },
    year: { kind: "range", sql: "y.year", type: "number" },
  },
  search: ["y.number", "y.year::text", "y.why"],
  defaultSort: "-year",
};
