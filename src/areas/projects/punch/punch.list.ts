import type { ListDefinition } from "#server/http/list.ts";
import { punchStatuses } from "./punch.labels.ts";

const late = "(i.status in ('open', 'back') and coalesce(i.due_on < $today, false))";

/** The agency's punch items. */
export const punchList: ListDefinition = {
  name: "punch-items",
  title: "punch items",
  from: "punch_item i join project p on p.org_id = i.org_id and p.id = i.project_id",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Number", sort: true },
    status: { sql: "i.status", label: "Status", sort: true, codes: punchStatuses },
    projectId: { sql: "i.project_id", hidden: true },
    projectNumber: { sql: "p.number", label: "Project" },
    project: { sql: "p.name", label: "Project name" },
    what: { sql: "i.what", label: "What is to be done" },
    place: { sql: "i.place", label: "Place", sort: true },
    contractId: { sql: "i.contract_id", hidden: true },
    party: { sql: "i.party", label: "Responsible" },
    dueOn: { sql: "i.due_on", label: "Due", sort: true },
    late: { sql: late, label: "Past its day" },
    costToComplete: {
      sql: "i.cost_to_complete",
      label: "Cost to complete",
      money: true,
      sort: true,
    },
    note: { sql: "i.note", label: "Note" },
    photos: {
      sql: "jsonb_array_length(i.photo_file_ids) + jsonb_array_length(i.done_photo_file_ids)",
      label: "Photos",
    },
    doneName: { sql: "i.done_name", label: "Said done by" },
    doneAt: { sql: "i.done_at", label: "Said done" },
    version: { sql: "i.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "i.id", type: "uuid" },
    status: { kind: "set", sql: "i.status", type: "text" },
    projectId: { kind: "set", sql: "i.project_id", type: "uuid" },
    contractId: { kind: "set", sql: "i.contract_id", type: "uuid" },
    place: { kind: "set", sql: "i.place", type: "text" },
    late: { kind: "flag", sql: late },
    dueOn: { kind: "range", sql: "i.due_on", type: "date" },
  },
  search: ["i.number", "i.what", "i.place", "i.party", "p.name"],
  defaultSort: "place",
};
