import type { ListDefinition } from "#server/http/list.ts";
import { categories, qualities, scopes } from "../year/year.labels.ts";
import { bases, gapCauses, kinds, settledWays } from "./gap.labels.ts";

/** The lines of carbon years, each with its factor's version and its record. */
export const lineList: ListDefinition = {
  name: "carbon-lines",
  title: "lines of a carbon year",
  from: `
    carbon_line l
    join carbon_factor f on f.org_id = l.org_id and f.id = l.factor_id
    join carbon_year y on y.org_id = l.org_id and y.id = l.year_id`,
  alias: "l",
  base: "carbon_line l",
  columns: {
    id: { sql: "l.id", hidden: true },
    yearId: { sql: "l.year_id", hidden: true },
    yearNumber: { sql: "y.number", label: "Year" },
    activity: { sql: "l.activity", label: "Activity", sort: true },
    scope: { sql: "l.scope::text", label: "Scope", sort: true, codes: scopes },
    category: { sql: "l.category", label: "Category", sort: true, codes: categories },
    basis: { sql: "l.basis", label: "Summed", codes: bases },
    quality: { sql: "l.quality", label: "Quality", sort: true, codes: qualities },
    title: { sql: "l.title", label: "What" },
    onDay: { sql: "l.on_day", label: "Day", sort: true },
    quantity: { sql: "trim_scale(l.quantity)::text", label: "Quantity" },
    unit: { sql: "l.unit", label: "Unit" },
    factorNumber: { sql: "f.number", label: "Factor" },
    factorName: { sql: "f.name || ', version ' || f.version_no", label: "Factor's version" },
    co2: { sql: "trim_scale(l.co2)::text", label: "CO2, g", exportOnly: true },
    ch4: { sql: "trim_scale(l.ch4)::text", label: "CH4, g", exportOnly: true },
    n2o: { sql: "trim_scale(l.n2o)::text", label: "N2O, g", exportOnly: true },
    grams: { sql: "l.grams", label: "CO2e, g", sort: true },
    made: { sql: "l.made", hidden: true },
    sourceNumber: { sql: "l.source_number", label: "Record" },
    version: { sql: "l.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "l.id", type: "uuid" },
    yearId: { kind: "set", sql: "l.year_id", type: "uuid" },
    activity: { kind: "set", sql: "l.activity", type: "text" },
    scope: { kind: "set", sql: "l.scope::text", type: "text", values: Object.keys(scopes) },
    quality: { kind: "set", sql: "l.quality", type: "text" },
    market: { kind: "flag", sql: "l.basis = 'market'" },
    counted: { kind: "flag", sql: "l.basis = ''" },
    onDay: { kind: "range", sql: "l.on_day", type: "date" },
    factorId: { kind: "set", sql: "l.factor_id", type: "uuid" },
  },
  search: ["l.title", "l.source_number", "f.name", "l.activity"],
  defaultSort: "-grams",
};

/** What is not counted, or known twice. */
export const gapList: ListDefinition = {
  name: "carbon-gaps",
  title: "what is not counted or twice",
  from: "carbon_gap g",
  alias: "g",
  columns: {
    id: { sql: "g.id", hidden: true },
    yearId: { sql: "g.year_id", hidden: true },
    kind: { sql: "g.kind", label: "Kind", sort: true, codes: kinds },
    activity: { sql: "g.activity", label: "Activity", sort: true },
    cause: { sql: "g.cause", label: "Because", sort: true, codes: gapCauses },
    title: { sql: "g.title", label: "What" },
    onDay: { sql: "g.on_day", label: "Day", sort: true },
    quantity: { sql: "trim_scale(g.quantity)::text", label: "Quantity" },
    unit: { sql: "g.unit", label: "Unit" },
    sourceNumber: { sql: "g.source_number", label: "Record" },
    settledAs: { sql: "g.settled_as", label: "Settled", codes: settledWays },
    reason: { sql: "g.reason", label: "Why" },
    settledBy: { sql: "nullif(g.settled_name, '')", label: "By" },
  },
  filters: {
    id: { kind: "set", sql: "g.id", type: "uuid" },
    yearId: { kind: "set", sql: "g.year_id", type: "uuid" },
    kind: { kind: "set", sql: "g.kind", type: "text", values: Object.keys(kinds) },
    cause: { kind: "set", sql: "g.cause", type: "text" },
    open: { kind: "flag", sql: "g.settled_as is null" },
  },
  search: ["g.title", "g.source_number", "g.reason"],
  defaultSort: "-onDay",
};
