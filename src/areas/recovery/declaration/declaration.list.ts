import type { ListDefinition } from "#server/http/list.ts";
import { declarationCycle } from "./declaration.labels.ts";

const projects = "from pa_project p where p.org_id = d.org_id and p.declaration_id = d.id";

/** Federal declarations with what they brought so far. */
export const declarationList: ListDefinition = {
  name: "federal-declarations",
  from: "pa_declaration d",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    title: { sql: "d.title", label: "Disaster", sort: true },
    status: { sql: "d.status", label: "Status", codes: declarationCycle.statuses },
    declaredOn: { sql: "d.declared_on", label: "Declared", sort: true },
    periodFrom: { sql: "d.period_from", label: "Incident from" },
    periodTo: { sql: "d.period_to", label: "Incident to" },
    projects: { sql: `(select count(*)::int ${projects})`, label: "Projects" },
    obligated: {
      sql: `(select coalesce(sum(o.cents), 0)::bigint from pa_obligation o join pa_project p on p.org_id = o.org_id and p.id = o.project_id where p.org_id = d.org_id and p.declaration_id = d.id)`,
      label: "Obligated",
      money: true,
    },
    requested: {
      sql: `(select coalesce(sum(r.federal), 0)::bigint from pa_request r join pa_project p on p.org_id = r.org_id and p.id = r.project_id where p.org_id = d.org_id and p.declaration_id = d.id and r.status in ('submitted', 'paid'))`,
      label: "Requested",
      money: true,
    },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    declaredOn: { kind: "range", sql: "d.declared_on", type: "date" },
  },
  search: ["d.number", "d.title"],
  defaultSort: "-declaredOn",
};
