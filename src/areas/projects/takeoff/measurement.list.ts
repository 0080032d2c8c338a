import type { ListDefinition } from "#server/http/list.ts";
import { measureKinds } from "./geometry.model.ts";
import { measurementStatuses } from "./measurement.labels.ts";

/** The agency's measurements. */
export const measurementList: ListDefinition = {
  name: "measurements",
  title: "measurements",
  from: `
    measurement m
    join project p on p.org_id = m.org_id and p.id = m.project_id
    join plan_sheet s on s.org_id = m.org_id and s.id = m.sheet_id
  `,
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    number: { sql: "m.number", label: "Number", sort: true },
    status: { sql: "m.status", label: "Status", sort: true, codes: measurementStatuses },
    projectId: { sql: "m.project_id", hidden: true },
    projectNumber: { sql: "p.number", label: "Project" },
    project: { sql: "p.name", label: "Project name" },
    sheetId: { sql: "m.sheet_id", hidden: true },
    sheet: { sql: "s.number", label: "Sheet", sort: true },
    sheetRevision: { sql: "s.revision", label: "Revision" },
    stale: { sql: "(not s.current)", label: "On an older revision" },
    name: { sql: "m.name", label: "What is measured", sort: true },
    kind: { sql: "m.kind", label: "Kind", codes: measureKinds },
    quantity: { sql: "m.quantity::text", label: "Quantity" },
    unit: { sql: "m.unit", label: "Unit" },
    scale: { sql: "coalesce(m.scale->>'label', '')", label: "Scale" },
    costCode: { sql: "m.cost_code", label: "Cost code" },
    measuredName: { sql: "m.measured_name", label: "Measured by" },
    checkedName: { sql: "m.checked_name", label: "Checked by" },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "m.id", type: "uuid" },
    status: { kind: "set", sql: "m.status", type: "text" },
    kind: { kind: "set", sql: "m.kind", type: "text" },
    projectId: { kind: "set", sql: "m.project_id", type: "uuid" },
    sheetId: { kind: "set", sql: "m.sheet_id", type: "uuid" },
    stale: { kind: "flag", sql: "(not s.current)" },
    unscaled: { kind: "flag", sql: "(m.quantity is null)" },
  },
  search: ["m.number", "m.name", "s.number", "p.name"],
  defaultSort: "number",
};
