import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { requestStatuses } from "./request.labels.ts";

const late = "(r.status = 'asked' and r.due_on < $today)";

/** What audits ask of people: for their teams, for whoever is asked, and for readers once issued. */
export const requestList: ListDefinition = {
  name: "audit-requests",
  title: "requests of audits",
  from: "assurance_request r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requestStatuses },
    auditId: { sql: "r.audit_id", hidden: true },
    ownerName: { sql: "r.owner_name", label: "Asked of" },
    dueOn: { sql: "r.due_on", label: "Due", sort: true },
    late: { sql: late, label: "Late" },
    asked: { sql: "r.asked", label: "Times asked" },
    deliveredOn: { sql: "r.delivered_on", label: "Delivered" },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    auditId: { kind: "set", sql: "r.audit_id", type: "uuid" },
    dueOn: { kind: "range", sql: "r.due_on", type: "date" },
    late: { kind: "flag", sql: late },
    mine: { kind: "flag", sql: "r.owner_id = $actor" },
  },
  search: ["r.number", "r.owner_name"],
  defaultSort: "dueOn",
  visible: (actor) =>
    sql`(r.owner_id = ${actor.personId} or r.audit_id in (select levee_audit_papers()))`,
};
