import type { ListDefinition } from "#server/http/list.ts";
import { employments } from "./schedule.labels.ts";

const shifts = "from jsonb_array_elements(s.shifts) x";
const hours = "x ->> 'from' || '-' || (x ->> 'to')";
// A row of a file has one pair of hours: a week whose days differ has none, and is not brought in by one.
const oneOf = (what: string) =>
  `(select case when count(distinct concat(${hours}, ' ', x ->> 'breakMinutes')) = 1 then min(${what}) end ${shifts})`;

/** Work schedules of people, by which hours of an incident are judged. */
export const scheduleList: ListDefinition = {
  name: "work-schedules",
  from: "pa_work_schedule s join person w on w.id = s.person_id left join person o on o.id = s.replaces_id",
  base: "pa_work_schedule s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    personId: { sql: "s.person_id", hidden: true },
    employee: { sql: "w.email", label: "Employee" },
    person: { sql: "w.display_name", label: "Person", sort: true },
    fromDay: { sql: "s.from_day", label: "From", sort: true },
    toDay: { sql: "s.to_day", label: "To" },
    employment: { sql: "s.employment", label: "Employed as", codes: employments },
    replaces: { sql: "o.display_name", label: "For" },
    replacesEmployee: { sql: "o.email", label: "Stands in for" },
    days: {
      sql: `(select string_agg(substr('MonTueWedThuFriSatSun', (x ->> 'weekday')::int * 3 - 2, 3), ', ' order by (x ->> 'weekday')::int) ${shifts})`,
      label: "Days",
    },
    hours: { sql: oneOf(hours), label: "Hours" },
    breakMinutes: { sql: oneOf("(x ->> 'breakMinutes')::int"), label: "Break minutes" },
    shifts: { sql: "s.shifts", hidden: true },
    source: { sql: "s.source", label: "Source" },
  },
  filters: {
    personId: { kind: "set", sql: "s.person_id", type: "uuid" },
    employment: { kind: "set", sql: "s.employment", type: "text" },
  },
  search: ["w.display_name"],
  defaultSort: "-fromDay",
};
