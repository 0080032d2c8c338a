import type { ListDefinition } from "#server/http/list.ts";
import { findingStatuses, severities, sources } from "./finding.labels.ts";

const open = "f.status not in ('closed', 'withdrawn')";

/** Findings, those of an audit from its issue on, before for its team alone: row security gives no others. */
export const findingList: ListDefinition = {
  name: "audit-findings",
  title: "findings of audits",
  from: `assurance_finding f
    left join assurance_audit a on a.org_id = f.org_id and a.id = f.audit_id`,
  base: "assurance_finding f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    number: { sql: "f.number", label: "Number", sort: true },
    status: { sql: "f.status", label: "Status", sort: true, codes: findingStatuses },
    auditId: { sql: "f.audit_id", hidden: true },
    audit: { sql: "a.number", label: "Audit" },
    source: { sql: "f.source", label: "Source", codes: sources },
    reference: { sql: "f.reference", label: "Reference" },
    title: { sql: "f.title", label: "Finding", sort: true },
    severity: { sql: "f.severity", label: "Severity", codes: severities },
    knownCents: { sql: "f.known_cents", label: "Known questioned", money: true, sort: true },
    likelyCents: { sql: "f.likely_cents", label: "Likely questioned", money: true },
    firstYear: { sql: "f.first_year", label: "First in", sort: true },
    responderName: { sql: "f.responder_name", label: "Answers for it" },
    openedOn: { sql: "f.opened_on", label: "Found", sort: true },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "f.id", type: "uuid" },
    status: { kind: "set", sql: "f.status", type: "text" },
    severity: { kind: "set", sql: "f.severity", type: "text" },
    source: { kind: "set", sql: "f.source", type: "text" },
    auditId: { kind: "set", sql: "f.audit_id", type: "uuid" },
    open: { kind: "flag", sql: open },
    mine: { kind: "flag", sql: "f.responder_id = $actor" },
    knownCents: { kind: "range", sql: "f.known_cents", type: "cents" },
  },
  search: ["f.number", "f.reference", "f.title"],
  totals: { knownCents: "f.known_cents", likelyCents: "f.likely_cents" },
  defaultSort: "-number",
};
