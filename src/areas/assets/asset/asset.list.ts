import type { ListDefinition } from "#server/http/list.ts";
import { assetStatuses } from "./asset.labels.ts";

const inUse = "a.status in ('in_service', 'out_of_service')";
const openWork = `(
  select count(*)::int from work_order w
  where w.org_id = a.org_id and w.asset_id = a.id and w.status not in ('closed', 'cancelled')
)`;

/** The register of what the agency owns. */
export const assetList: ListDefinition = {
  name: "assets",
  from: `asset a
    join asset_class c on c.org_id = a.org_id and c.id = a.class_id
    left join department d on d.org_id = a.org_id and d.id = a.department_id
    left join agency_place p on p.org_id = a.org_id and p.id = a.place_id`,
  base: "asset a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: assetStatuses },
    name: { sql: "a.name", label: "Asset", sort: true },
    tag: { sql: "a.tag", label: "Tag", sort: true },
    className: { sql: "c.name", label: "Class", sort: true },
    classId: { sql: "a.class_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    place: { sql: "p.name", label: "Place", sort: true },
    location: { sql: "a.location", label: "Where exactly" },
    position: {
      sql: "(trim_scale(a.latitude)::text || ', ' || trim_scale(a.longitude)::text)",
      hidden: true,
    },
    condition: { sql: "a.condition", label: "Condition", sort: true },
    conditionOn: { sql: "a.condition_on", label: "Condition assessed", sort: true },
    criticality: { sql: "(a.consequence * a.likelihood)", label: "Criticality", sort: true },
    costCents: { sql: "a.cost_cents", label: "Cost", money: true, sort: true },
    warrantyUntil: { sql: "a.warranty_until", label: "Warranty until", sort: true },
    openWork: { sql: openWork, label: "Open work" },
    version: { sql: "a.version", hidden: true },
    latitude: { sql: "trim_scale(a.latitude)::text", label: "Latitude", exportOnly: true },
    longitude: { sql: "trim_scale(a.longitude)::text", label: "Longitude", exportOnly: true },
    manufacturer: { sql: "a.manufacturer", label: "Manufacturer", exportOnly: true },
    model: { sql: "a.model", label: "Model", exportOnly: true },
    serial: { sql: "a.serial", label: "Serial number", exportOnly: true },
    salvageCents: { sql: "a.salvage_cents", label: "Salvage value", money: true, exportOnly: true },
    lifeMonths: { sql: "a.life_months", label: "Useful life, months", exportOnly: true },
    inServiceOn: { sql: "a.in_service_on", label: "In service since", exportOnly: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: "a.status", type: "text" },
    classId: { kind: "set", sql: "a.class_id", type: "uuid" },
    departmentId: { kind: "set", sql: "a.department_id", type: "uuid" },
    placeId: { kind: "set", sql: "a.place_id", type: "uuid" },
    parentId: { kind: "set", sql: "a.parent_id", type: "uuid" },
    condition: { kind: "set", sql: "a.condition::text", type: "text" },
    costCents: { kind: "range", sql: "a.cost_cents", type: "cents" },
    inUse: { kind: "flag", sql: inUse },
    critical: { kind: "flag", sql: "(a.consequence * a.likelihood >= 15)" },
    federal: { kind: "flag", sql: "a.federal_percent > 0" },
    warrantySoon: {
      kind: "flag",
      sql: `(${inUse} and a.warranty_until between $today and $today + 90)`,
    },
  },
  search: ["a.number", "a.name", "a.tag", "a.serial", "a.location", "c.name"],
  defaultSort: "-number",
};
