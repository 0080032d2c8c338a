import type { ListDefinition } from "#server/http/list.ts";
import { procedureStatuses } from "./procedure.labels.ts";

/** Procedures of audits whose papers are for the reader: row security gives no others. */
export const procedureList: ListDefinition = {
  name: "audit-procedures",
  title: "audit procedures",
  from: "assurance_procedure p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: procedureStatuses },
    auditId: { sql: "p.audit_id", hidden: true },
    title: { sql: "p.title", label: "Procedure" },
    clause: { sql: "p.clause", label: "Clause" },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    auditId: { kind: "set", sql: "p.audit_id", type: "uuid" },
    status: { kind: "set", sql: "p.status", type: "text" },
    clause: { kind: "set", sql: "p.clause", type: "text" },
  },
  search: ["p.number", "p.title"],
  defaultSort: "number",
};
