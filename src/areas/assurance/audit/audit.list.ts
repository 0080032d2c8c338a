import type { ListDefinition } from "#server/http/list.ts";
import { auditKinds, auditStatuses } from "./audit.labels.ts";

/** Audits of the agency: that they are, when, and how far; nothing of what they found. */
export const auditList: ListDefinition = {
  name: "audits",
  from: "assurance_audit a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: auditStatuses },
    title: { sql: "a.title", label: "Audit", sort: true },
    kind: { sql: "a.kind", label: "Kind", codes: auditKinds },
    fiscalYear: { sql: "a.fiscal_year", label: "Fiscal year", sort: true },
    startsOn: { sql: "a.starts_on", label: "Starts", sort: true },
    reportDueOn: { sql: "a.report_due_on", label: "Report due", sort: true },
    leadName: { sql: "a.lead_name", label: "Lead" },
    contactName: { sql: "a.contact_name", label: "Answers for it" },
    issuedOn: { sql: "a.issued_on", label: "Issued", sort: true },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: "a.status", type: "text" },
    kind: { kind: "set", sql: "a.kind", type: "text" },
    open: { kind: "flag", sql: "a.status <> 'closed'" },
    startsOn: { kind: "range", sql: "a.starts_on", type: "date" },
    reportDueOn: { kind: "range", sql: "a.report_due_on", type: "date" },
  },
  search: ["a.number", "a.title"],
  defaultSort: "-number",
};
