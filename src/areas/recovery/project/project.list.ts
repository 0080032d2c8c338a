import type { ListDefinition } from "#server/http/list.ts";
import { categories } from "../law/categories.labels.ts";
import { projectCycle, sizes } from "./project.labels.ts";

const requests =
  "from pa_request r where r.org_id = p.org_id and r.project_id = p.id and r.status in ('submitted', 'paid')";

/** Projects of public assistance with what is obligated and requested of them. */
export const projectList: ListDefinition = {
  name: "recovery-projects",
  from: "pa_project p join pa_declaration d on d.org_id = p.org_id and d.id = p.declaration_id",
  base: "pa_project p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    title: { sql: "p.title", label: "Project", sort: true },
    category: { sql: "p.category", label: "Category", sort: true, codes: categories },
    status: { sql: "p.status", label: "Status", sort: true, codes: projectCycle.statuses },
    declaration: { sql: "d.number", label: "Declaration" },
    size: { sql: "p.size", label: "Size", codes: sizes },
    estimateCents: { sql: "p.estimate_cents", label: "Estimate", money: true, sort: true },
    obligated: {
      sql: "(select coalesce(sum(o.cents), 0)::bigint from pa_obligation o where o.org_id = p.org_id and o.project_id = p.id)",
      label: "Obligated",
      money: true,
    },
    requested: {
      sql: `(select coalesce(sum(r.federal), 0)::bigint ${requests})`,
      label: "Requested",
      money: true,
    },
    paid: {
      sql: "(select coalesce(sum(r.paid_cents), 0)::bigint from pa_request r where r.org_id = p.org_id and r.project_id = p.id and r.status = 'paid')",
      label: "Paid",
      money: true,
      exportOnly: true,
    },
    unproved: {
      sql: "(select coalesce(sum(x.cents), 0)::bigint from pa_item x where x.org_id = p.org_id and x.project_id = p.id and x.eligible and x.request_id is null)",
      label: "Not requested",
      money: true,
    },
    workUntil: { sql: "p.work_until", label: "Work until", sort: true },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "p.id", type: "uuid" },
    status: { kind: "set", sql: "p.status", type: "text" },
    category: { kind: "set", sql: "p.category", type: "text" },
    declarationId: { kind: "set", sql: "p.declaration_id", type: "uuid" },
    size: { kind: "set", sql: "p.size", type: "text" },
    open: { kind: "flag", sql: "p.status not in ('closed', 'withdrawn')" },
    workUntil: { kind: "range", sql: "p.work_until", type: "date" },
  },
  search: ["p.number", "p.title", "p.pw_number"],
  defaultSort: "-number",
};
