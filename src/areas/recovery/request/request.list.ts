import type { ListDefinition } from "#server/http/list.ts";
import { requestCycle } from "./request.labels.ts";

/** Requests for reimbursement. */
export const requestList: ListDefinition = {
  name: "reimbursement-requests",
  from: "pa_request r join pa_project p on p.org_id = r.org_id and p.id = r.project_id join pa_declaration d on d.org_id = p.org_id and d.id = p.declaration_id",
  base: "pa_request r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requestCycle.statuses },
    project: { sql: "p.number", label: "Project" },
    projectTitle: { sql: "p.title", label: "Title" },
    declaration: { sql: "d.number", label: "Declaration" },
    total: { sql: "r.total", label: "Costs", money: true },
    federal: { sql: "r.federal", label: "Asked for", money: true, sort: true },
    match: { sql: "r.match", label: "Local share", money: true },
    submittedOn: { sql: "r.submitted_on", label: "Sent", sort: true },
    paidCents: { sql: "r.paid_cents", label: "Paid", money: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    projectId: { kind: "set", sql: "r.project_id", type: "uuid" },
    declarationId: { kind: "set", sql: "p.declaration_id", type: "uuid" },
    submittedOn: { kind: "range", sql: "r.submitted_on", type: "date" },
  },
  search: ["r.number", "p.number", "p.title"],
  defaultSort: "-number",
};
