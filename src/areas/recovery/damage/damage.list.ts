import type { ListDefinition } from "#server/http/list.ts";
import { categories } from "../law/categories.labels.ts";
import { damageCycle } from "./damage.labels.ts";

/** The damage list of the declarations. */
export const damageList: ListDefinition = {
  name: "damage",
  from: "pa_damage g join pa_declaration d on d.org_id = g.org_id and d.id = g.declaration_id left join pa_project p on p.org_id = g.org_id and p.id = g.project_id",
  base: "pa_damage g",
  alias: "g",
  columns: {
    id: { sql: "g.id", hidden: true },
    number: { sql: "g.number", label: "Number", sort: true },
    title: { sql: "g.title", label: "Damage", sort: true },
    location: { sql: "g.location", label: "Place" },
    category: { sql: "g.category", label: "Category", sort: true, codes: categories },
    status: { sql: "g.status", label: "Status", sort: true, codes: damageCycle.statuses },
    occurredOn: { sql: "g.occurred_on", label: "Day", sort: true },
    estimateCents: { sql: "g.estimate_cents", label: "Estimate", money: true, sort: true },
    insured: { sql: "g.insured", label: "Insured" },
    declaration: { sql: "d.number", label: "Declaration" },
    project: { sql: "p.number", label: "Project" },
    version: { sql: "g.version", hidden: true },
    latitude: { sql: "g.latitude", label: "Latitude", exportOnly: true },
    longitude: { sql: "g.longitude", label: "Longitude", exportOnly: true },
    cause: { sql: "g.cause", label: "Cause", exportOnly: true },
    responsibility: { sql: "g.responsibility", label: "Legally responsible", exportOnly: true },
    dimensions: { sql: "g.dimensions", label: "Dimensions", exportOnly: true },
    floodZone: { sql: "g.flood_zone", label: "Flood zone", exportOnly: true },
    otherAgency: { sql: "g.other_agency", label: "Other federal agency", exportOnly: true },
  },
  filters: {
    status: { kind: "set", sql: "g.status", type: "text" },
    category: { kind: "set", sql: "g.category", type: "text" },
    declarationId: { kind: "set", sql: "g.declaration_id", type: "uuid" },
    projectId: { kind: "set", sql: "g.project_id", type: "uuid" },
    unassigned: {
      kind: "flag",
      sql: "g.project_id is null and g.status in ('reported', 'inspected', 'documented')",
    },
    mine: { kind: "flag", sql: "g.reported_by = $actor" },
  },
  search: ["g.number", "g.title", "g.location"],
  defaultSort: "-number",
};
