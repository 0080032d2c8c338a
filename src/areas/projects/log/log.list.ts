import type { ListDefinition } from "#server/http/list.ts";
import { delayCauses, hoursOpen, logStatuses } from "./log.labels.ts";

const lock = `d.submitted_at + interval '${hoursOpen} hours'`;
const status = `case
  when d.status = 'submitted' and ${lock} <= clock_timestamp() then 'locked'
  else d.status
end`;

/** The agency's daily logs. */
export const logList: ListDefinition = {
  name: "daily-logs",
  title: "daily logs",
  from: "daily_log d join project p on p.org_id = d.org_id and p.id = d.project_id",
  alias: "d",
  columns: {
    id: { sql: "d.id", hidden: true },
    number: { sql: "d.number", label: "Number", sort: true },
    status: { sql: status, label: "Status", codes: logStatuses },
    projectId: { sql: "d.project_id", hidden: true },
    project: { sql: "p.name", label: "Project" },
    day: { sql: "d.day", label: "Day", sort: true },
    authorId: { sql: "d.author_id", hidden: true },
    author: { sql: "d.author_name", label: "Author" },
    conditions: { sql: "d.conditions", label: "Weather" },
    people: {
      sql: `(
        select coalesce(sum((crew ->> 'people')::int), 0)::int
        from jsonb_array_elements(d.crews) crew
      )`,
      label: "People",
    },
    quantities: {
      sql: `(
        select count(*)::int
        from daily_log_quantity q
        where q.org_id = d.org_id and q.log_id = d.id
      )`,
      label: "Quantities",
    },
    delayCause: { sql: "d.delay_cause", label: "Delay", codes: delayCauses },
    delayHours: { sql: "d.delay_hours::text", label: "Hours lost" },
    photos: { sql: "jsonb_array_length(d.photo_file_ids)", label: "Photos" },
    submittedAt: { sql: "d.submitted_at", label: "Submitted" },
    version: { sql: "d.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "d.id", type: "uuid" },
    status: { kind: "set", sql: status, type: "text" },
    projectId: { kind: "set", sql: "d.project_id", type: "uuid" },
    authorId: { kind: "set", sql: "d.author_id", type: "uuid" },
    delayCause: { kind: "set", sql: "d.delay_cause", type: "text" },
    delayed: { kind: "flag", sql: "d.delay_cause is not null" },
    mine: { kind: "flag", sql: "d.author_id = $actor" },
    day: { kind: "range", sql: "d.day", type: "date" },
  },
  search: ["d.number", "p.name", "d.author_name", "d.notes"],
  defaultSort: "-day",
};
