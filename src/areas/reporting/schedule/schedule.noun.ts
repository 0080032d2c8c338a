import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { reportSchedule } from "../reporting.tables.ts";
import { reportScheduleCycle } from "./schedule.labels.ts";

export const reportScheduleNoun = defineNoun({
  name: "reportSchedule",
  path: "report-schedules",
  page: "/reports/schedules",
  table: reportSchedule,
  cycle: reportScheduleCycle,
  number: (row) => row.number,
  read: "report.read",
  // Whoever set it up, and whoever gets its letters.
  visible: async (db, actor, row) =>
    row.ownerId === actor.personId ||
    (
      await db.one<{ reads: boolean }>(sql`
        select exists(
            select 1
            from report_schedule_reader r
            where r.org_id = ${actor.orgId}
              and r.schedule_id = ${row.id}
              and r.person_id = ${actor.personId}
          ) as reads
      `)
    ).reads,
});
