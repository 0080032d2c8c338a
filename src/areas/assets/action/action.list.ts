import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { correctiveStatuses } from "./action.labels.ts";
import { seenSubjects } from "./subjects.service.ts";

const open = "c.status <> 'closed'";
const late = `(c.status in ('opened', 'contained', 'root_cause', 'plan_approved', 'reopened')
  and coalesce(c.due_on < $today, false))`;

/** Corrective actions, whatever they are about. */
export const correctiveList: ListDefinition = {
  name: "corrective-actions",
  from: "corrective_action c left join person p on p.id = c.owner_id",
  base: "corrective_action c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: correctiveStatuses },
    title: { sql: "c.title", label: "Action", sort: true },
    subjectNumber: { sql: "c.subject_number", label: "About" },
    owner: { sql: "p.display_name", label: "Owner", sort: true },
    dueOn: { sql: "c.due_on", label: "Due", sort: true },
    recurrences: { sql: "c.recurrences", label: "Recurrences" },
    late: { sql: late, label: "Late" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    subjectId: { kind: "set", sql: "c.subject_id", type: "uuid" },
    subjectType: { kind: "set", sql: "c.subject_type", type: "text" },
    implementedOn: { kind: "range", sql: "c.implemented_on", type: "date" },
    dueOn: { kind: "range", sql: "c.due_on", type: "date" },
    open: { kind: "flag", sql: open },
    late: { kind: "flag", sql: late },
    mine: { kind: "flag", sql: "c.owner_id = $actor" },
  },
  search: ["c.number", "c.title", "c.subject_number"],
  defaultSort: "-number",
  // As its subject is: whoever owns or opened it sees it all the same.
  visible: (actor) =>
    sql`(c.owner_id = ${actor.personId} or c.opened_by = ${actor.personId} or ${seenSubjects(actor)})`,
};
