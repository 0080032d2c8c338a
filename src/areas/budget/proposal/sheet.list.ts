import type { ListDefinition } from "#server/http/list.ts";
import { lineSources } from "./proposal.labels.ts";

/** Lines of proposals as a sheet: each with its key and version, so that it finds its line again. */
export const sheetList: ListDefinition = {
  name: "budget-proposal-lines",
  from: `
    budget_proposal_line l
    join budget_proposal p on p.org_id = l.org_id and p.id = l.proposal_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join department d on d.org_id = p.org_id and d.id = p.department_id
  `,
  base: "budget_proposal_line l",
  alias: "l",
  columns: {
    id: { sql: "l.id", label: "Key" },
    version: { sql: "l.version", label: "Version" },
    proposal: { sql: "p.number", label: "Proposal" },
    department: { sql: "d.name", label: "Department" },
    code: { sql: "s.code", label: "Account", sort: true },
    label: { sql: "a.code || ' ' || a.name", label: "Name" },
    source: { sql: "l.source", label: "Source", codes: lineSources },
    revised: { sql: "l.revised", label: "This year", money: true },
    projection: { sql: "l.projection", label: "Year-end", money: true },
    base: { sql: "l.base", label: "Base", money: true },
    requested: { sql: "l.requested", label: "Requested", money: true },
    reviewed: { sql: "l.reviewed", label: "Recommended", money: true },
    note: { sql: "l.note", label: "Note" },
  },
  filters: {
    proposalId: { kind: "set", sql: "l.proposal_id", type: "uuid" },
    departmentId: { kind: "set", sql: "p.department_id", type: "uuid" },
    source: { kind: "set", sql: "l.source", type: "text" },
  },
  search: ["s.code", "p.number", "d.name"],
  defaultSort: "code",
};
