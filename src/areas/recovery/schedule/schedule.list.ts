import type { ListDefinition } from "#server/http/list.ts";
import { employments } from "./schedule.labels.ts";

/** Work schedules of people, by which hours of an incident are judged. */
export const scheduleList: ListDefinition = {
  name: "work-schedules",
  from: "pa_work_schedule s join person w on w.id = s.person_id left join person o on o.id = s.replaces_id",
  base: "pa_work_schedule s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    personId: { sql: "s.person_id", hidden: true },
    person: { sql: "w.display_name", label: "Person", sort: true },
    fromDay: { sql: "s.from_day", label: "From", sort: true },
    toDay: { sql: "s.to_day", label: "To" },
    employment: { sql: "s.employment", label: "Employed as", codes: employments },
    replaces: { sql: "o.display_name", label: "Stands in for" },
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
