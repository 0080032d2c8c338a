import type { ListDefinition } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { controlSeverities } from "#kernel/control.ts";
import { failureStatuses } from "./failure.labels.ts";

const living = "f.status not in ('closed', 'waived')";

/** What breaks controls: all of it for officers, of their own records for everybody else. */
export const failureList: ListDefinition = {
  name: "control-failures",
  from: "control_failure f",
  alias: "f",
  visible: (actor) =>
    actor.permissions.has("control.read")
      ? null
      : sql`(f.owner_id = ${actor.personId} or ${actor.personId}::uuid = any(f.people))`,
  columns: {
    id: { sql: "f.id", hidden: true },
    number: { sql: "f.number", label: "Number", sort: true },
    control: { sql: "f.control_name", label: "Control", sort: true },
    subject: { sql: "f.subject_number", label: "Record", sort: true },
    title: { sql: "f.subject_title", label: "Title" },
    said: { sql: "f.said", label: "What was found" },
    severity: { sql: "f.severity", label: "Severity", codes: controlSeverities },
    department: { sql: "f.department", label: "Department", sort: true },
    owner: { sql: "f.owner", label: "Owner" },
    amount: { sql: "f.amount", label: "Amount", money: true, sort: true },
    dueOn: { sql: "f.due_on", label: "Answer by", sort: true },
    status: { sql: "f.status", label: "Status", codes: failureStatuses },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "f.status", type: "text" },
    severity: { kind: "set", sql: "f.severity", type: "text" },
    check: { kind: "set", sql: "f.check_name", type: "text" },
    controlId: { kind: "set", sql: "f.control_id", type: "uuid" },
    subjectType: { kind: "set", sql: "f.subject_type", type: "text" },
    departmentId: { kind: "set", sql: "f.department_id", type: "uuid" },
    dueOn: { kind: "range", sql: "f.due_on", type: "date" },
    amount: { kind: "range", sql: "f.amount", type: "cents" },
    open: { kind: "flag", sql: living },
    late: { kind: "flag", sql: `${living} and f.due_on < $today` },
    unassigned: { kind: "flag", sql: `${living} and f.owner_id is null` },
    mine: { kind: "flag", sql: "(f.owner_id = $actor or $actor = any(f.people))" },
  },
  search: ["f.number", "f.subject_number", "f.subject_title", "f.control_name"],
  defaultSort: "dueOn",
};
