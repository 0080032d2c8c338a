import type { ListDefinition } from "#server/http/list.ts";
import { paperKinds, paperStatuses } from "./paper.labels.ts";

const late = "(c.status in ('asked', 'back') and coalesce(c.due_on < $today, false))";

/** The papers that the agency's projects hand over at their end. */
export const paperList: ListDefinition = {
  name: "closeout-papers",
  title: "closeout papers",
  from: "closeout_paper c join project p on p.org_id = c.org_id and p.id = c.project_id",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: paperStatuses },
    projectId: { sql: "c.project_id", hidden: true },
    projectNumber: { sql: "p.number", label: "Project" },
    project: { sql: "p.name", label: "Project name" },
    kind: { sql: "c.kind", label: "Kind", sort: true, codes: paperKinds },
    title: { sql: "c.title", label: "Paper", sort: true },
    contractId: { sql: "c.contract_id", hidden: true },
    party: { sql: "c.party", label: "From whom", sort: true },
    dueOn: { sql: "c.due_on", label: "Due", sort: true },
    late: { sql: late, label: "Past its day" },
    certificateNo: { sql: "c.certificate_no", label: "Certificate number" },
    validUntil: { sql: "c.valid_until", label: "Warranty until", sort: true },
    note: { sql: "c.note", label: "Note" },
    files: { sql: "jsonb_array_length(c.file_ids)", label: "Files" },
    sentName: { sql: "c.sent_name", label: "Handed in by" },
    sentAt: { sql: "c.sent_at", label: "Handed in" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "c.id", type: "uuid" },
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    projectId: { kind: "set", sql: "c.project_id", type: "uuid" },
    contractId: { kind: "set", sql: "c.contract_id", type: "uuid" },
    late: { kind: "flag", sql: late },
    dueOn: { kind: "range", sql: "c.due_on", type: "date" },
    validUntil: { kind: "range", sql: "c.valid_until", type: "date" },
  },
  search: ["c.number", "c.title", "c.party", "c.certificate_no", "p.name"],
  defaultSort: "party",
};
