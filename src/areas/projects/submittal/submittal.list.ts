import type { ListDefinition } from "#server/http/list.ts";
import { submittalCourts, submittalKinds, submittalStatuses } from "./submittal.labels.ts";

const overdue = `coalesce(
  (s.court in ('agency', 'designer') and s.due_on < $today) or (s.status = 'draft' and s.submit_by < $today),
  false
)`;

/** The agency's submittals. */
export const submittalList: ListDefinition = {
  name: "submittals",
  title: "submittals",
  from: "submittal s join project p on p.org_id = s.org_id and p.id = s.project_id",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    revision: { sql: "s.revision", label: "Revision" },
    status: { sql: "s.status", label: "Status", sort: true, codes: submittalStatuses },
    projectId: { sql: "s.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    contractId: { sql: "s.contract_id", hidden: true },
    title: { sql: "s.title", label: "Subject" },
    section: { sql: "s.section", label: "Specification section", sort: true },
    kind: { sql: "s.kind", label: "Kind", codes: submittalKinds },
    neededOn: { sql: "s.needed_on", label: "Needed on site", sort: true },
    submitBy: { sql: "s.submit_by", label: "Submit by", sort: true },
    submittedOn: { sql: "s.submitted_on", label: "Submitted on", sort: true },
    dueOn: { sql: "s.due_on", label: "Review due", sort: true },
    court: { sql: "s.court", label: "In whose court", codes: submittalCourts },
    overdue: { sql: overdue, label: "Overdue" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "s.id", type: "uuid" },
    status: { kind: "set", sql: "s.status", type: "text" },
    projectId: { kind: "set", sql: "s.project_id", type: "uuid" },
    court: { kind: "set", sql: "s.court", type: "text" },
    kind: { kind: "set", sql: "s.kind", type: "text" },
    overdue: { kind: "flag", sql: overdue },
    submitBy: { kind: "range", sql: "s.submit_by", type: "date" },
    dueOn: { kind: "range", sql: "s.due_on", type: "date" },
  },
  search: ["s.number", "s.title", "s.section", "s.description", "p.name"],
  defaultSort: "number",
};
