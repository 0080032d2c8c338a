import type { ListDefinition } from "#server/http/list.ts";
import { transferStatuses } from "./transfer.labels.ts";

/** Transfers between the codes of projects. */
export const transferList: ListDefinition = {
  name: "cost-transfers",
  title: "transfers between codes",
  from: "cost_transfer t join project p on p.org_id = t.org_id and p.id = t.project_id",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    number: { sql: "t.number", label: "Number", sort: true },
    status: { sql: "t.status", label: "Status", sort: true, codes: transferStatuses },
    projectId: { sql: "t.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    fromCode: { sql: "t.from_code", label: "From" },
    toCode: { sql: "t.to_code", label: "To" },
    cents: { sql: "t.cents", label: "Amount", money: true, sort: true },
    why: { sql: "t.why", label: "Why" },
    version: { sql: "t.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "t.id", type: "uuid" },
    status: { kind: "set", sql: "t.status", type: "text" },
    projectId: { kind: "set", sql: "t.project_id", type: "uuid" },
  },
  search: ["t.number", "p.name", "t.from_code", "t.to_code"],
  defaultSort: "-number",
};
