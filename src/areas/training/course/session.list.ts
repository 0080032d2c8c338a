import type { ListDefinition } from "#server/http/list.ts";
import { sessionStatuses } from "./session.labels.ts";

const seat = "from session_seat t where t.org_id = s.org_id and t.session_id = s.id";

/** Sessions of courses: everybody sees when and where. */
export const sessionList: ListDefinition = {
  name: "training-sessions",
  title: "sessions of courses",
  from: "training_session s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    courseId: { sql: "s.course_id", hidden: true },
    courseName: { sql: "s.course_name", label: "Course", sort: true },
    code: { sql: "s.code", label: "Code", sort: true },
    place: { sql: "s.place", label: "Place", sort: true },
    startsAt: { sql: "s.starts_at", label: "Begins", sort: true },
    minutes: { sql: "s.minutes", label: "Minutes" },
    seats: { sql: "s.seats", label: "Seats" },
    taken: { sql: `(select count(*)::int ${seat})`, label: "Taken" },
    joined: { sql: `exists (select 1 ${seat} and t.person_id = $actor)`, label: "You come" },
    status: { sql: "s.status", label: "Status", sort: true, codes: sessionStatuses },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "s.id", type: "uuid" },
    status: { kind: "set", sql: "s.status", type: "text" },
    courseId: { kind: "set", sql: "s.course_id", type: "uuid" },
    mine: { kind: "flag", sql: `exists (select 1 ${seat} and t.person_id = $actor)` },
  },
  search: ["s.number", "s.course_name", "s.code", "s.place"],
  defaultSort: "startsAt",
};
