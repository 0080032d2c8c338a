import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { seesAllTraining } from "../training.model.ts";
import { enrolmentStatuses } from "./enrolment.labels.ts";

/** Attempts at courses: of everybody for whoever keeps them, else one's own. */
export const enrolmentList: ListDefinition = {
  name: "enrolments",
  from: "enrolment e",
  alias: "e",
  columns: {
    id: { sql: "e.id", hidden: true },
    number: { sql: "e.number", label: "Number", sort: true },
    courseId: { sql: "e.course_id", hidden: true },
    courseName: { sql: "e.course_name", label: "Course", sort: true },
    code: { sql: "e.code", label: "Code", sort: true },
    personId: { sql: "e.person_id", hidden: true },
    personName: { sql: "e.person_name", label: "Person", sort: true },
    departmentName: { sql: "e.department_name", label: "Department", sort: true },
    attempt: { sql: "e.attempt", label: "Attempt", sort: true },
    dueOn: { sql: "e.due_on", label: "Due", sort: true },
    endedOn: { sql: "e.ended_on", label: "Ended", sort: true },
    status: { sql: "e.status", label: "Status", sort: true, codes: enrolmentStatuses },
    version: { sql: "e.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "e.id", type: "uuid" },
    status: { kind: "set", sql: "e.status", type: "text" },
    courseId: { kind: "set", sql: "e.course_id", type: "uuid" },
    personId: { kind: "set", sql: "e.person_id", type: "uuid" },
    dueOn: { kind: "range", sql: "e.due_on", type: "date" },
    mine: { kind: "flag", sql: "e.person_id = $actor" },
    overdue: { kind: "flag", sql: "e.status in ('assigned', 'in_progress') and e.due_on < $today" },
  },
  search: ["e.number", "e.course_name", "e.code", "e.person_name"],
  defaultSort: "-number",
  visible: (actor) => (seesAllTraining(actor) ? null : sql`e.person_id = ${actor.personId}`),
};
