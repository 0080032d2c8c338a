import type { ListDefinition } from "#server/http/list.ts";
import { buildingKinds, floodZones } from "../law/flood.data.ts";

export const floodBuildingList: ListDefinition = {
  name: "flooded-buildings",
  from: "pa_flood_building b join pa_project p on p.org_id = b.org_id and p.id = b.project_id",
  base: "pa_flood_building b",
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    name: { sql: "b.name", label: "Building", sort: true },
    project: { sql: "p.number", label: "Project", sort: true },
    projectId: { sql: "b.project_id", hidden: true },
    kind: { sql: "b.kind", label: "Kind", codes: buildingKinds },
    zone: { sql: "b.zone", label: "Zone", codes: floodZones },
    identifiedOn: { sql: "b.identified_on", label: "In this zone since" },
    panel: { sql: "b.panel", label: "Panel" },
    buildingValue: { sql: "b.building_value", label: "Building, worth", money: true },
    contentsValue: { sql: "b.contents_value", label: "Contents, worth", money: true },
    buildingDamage: { sql: "b.building_damage", label: "Building, damage", money: true },
    contentsDamage: { sql: "b.contents_damage", label: "Contents, damage", money: true },
    insuranceId: { sql: "b.insurance_id", hidden: true },
    removedBecause: { sql: "b.removed_because", label: "Reason for removal" },
    version: { sql: "b.version", hidden: true },
  },
  filters: {
    projectId: { kind: "set", sql: "b.project_id", type: "uuid" },
    zone: { kind: "set", sql: "b.zone", type: "text" },
  },
  search: ["b.name", "b.panel"],
  defaultSort: "name",
};
