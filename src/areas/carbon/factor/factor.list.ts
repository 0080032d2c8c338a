import type { ListDefinition } from "#server/http/list.ts";
import { factorStatuses } from "./factor.labels.ts";

/** Factors in all their versions. */
export const factorList: ListDefinition = {
  name: "carbon-factors",
  title: "emission factors",
  from: "carbon_factor f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    number: { sql: "f.number", label: "Number", sort: true },
    status: { sql: "f.status", label: "Status", sort: true, codes: factorStatuses },
    factorKey: { sql: "f.factor_key", label: "Key", sort: true },
    versionNo: { sql: "f.version_no", label: "Version" },
    name: { sql: "f.name", label: "Factor", sort: true },
    unit: { sql: "f.unit", label: "Unit" },
    co2: { sql: "trim_scale(f.co2)::text", label: "CO2" },
    ch4: { sql: "trim_scale(f.ch4)::text", label: "CH4" },
    n2o: { sql: "trim_scale(f.n2o)::text", label: "N2O" },
    fromOn: { sql: "f.from_on", label: "From", sort: true },
    untilOn: { sql: "f.until_on", label: "Through", sort: true },
    place: { sql: "f.place", label: "Where it holds" },
    source: { sql: "f.source", label: "Source" },
    note: { sql: "f.note", label: "Note", exportOnly: true },
    shipped: { sql: "f.shipped", label: "Comes with the product" },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "f.id", type: "uuid" },
    status: { kind: "set", sql: "f.status", type: "text" },
    factorKey: { kind: "set", sql: "f.factor_key", type: "text" },
    shipped: { kind: "flag", sql: "f.shipped" },
  },
  search: ["f.number", "f.name", "f.factor_key", "f.source"],
  defaultSort: "name",
};
