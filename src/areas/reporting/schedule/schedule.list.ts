import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { everies, reportScheduleCycle } from "./schedule.labels.ts";

/** Letters by the clock that somebody set up or gets. */
export const reportScheduleList: ListDefinition = {
  name: "report-schedules",
  from: "report_schedule s left join person who on who.id = s.owner_id",
  base: "report_schedule s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    status: { sql: "s.status", label: "Status", codes: reportScheduleCycle.statuses },
    name: { sql: "s.name", label: "Letter", sort: true },
    reportId: { sql: "s.report_id", hidden: true },
    ready: { sql: "s.ready", hidden: true },
    every: { sql: "s.every", label: "Goes", codes: everies },
    weekDay: { sql: "s.week_day", hidden: true },
    monthDay: { sql: "s.month_day", hidden: true },
    at: { sql: "s.at", label: "At" },
    owner: { sql: "who.display_name", label: "Set up by" },
    ownerId: { sql: "s.owner_id", hidden: true },
    readers: {
      sql: `(
        select count(*)::int
        from report_schedule_reader r
        where r.org_id = s.org_id and r.schedule_id = s.id
      )`,
      label: "Readers",
    },
    lastAt: { sql: "s.last_at", label: "Last sent", sort: true },
    nextAt: { sql: "s.next_at", label: "Next", sort: true },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "s.status", type: "text" },
    every: { kind: "set", sql: "s.every", type: "text" },
    reportId: { kind: "set", sql: "s.report_id", type: "uuid" },
    mine: { kind: "flag", sql: "s.owner_id = $actor" },
  },
  search: ["s.name", "s.number"],
  visible: (actor) => sql`
    (
      s.owner_id = ${actor.personId}::uuid
      or exists(
        select 1
        from report_schedule_reader r
        where r.org_id = s.org_id and r.schedule_id = s.id and r.person_id = ${actor.personId}::uuid
      )
    )
  `,
  defaultSort: "name",
};
