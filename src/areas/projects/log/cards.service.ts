import { formatDate } from "#kernel/dates.ts";
import { isBusinessDay } from "#kernel/business-days.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

/** So many days back a missing log is asked for on the board; the project's page counts all. */
const daysBack = 30;
const mostProjects = 100;

type Built = { id: string; number: string; beganOn: Day; startsOn: Day | null };

/** Working days of projects under way that have no submitted log; today is not over yet. */
export const logCards = async (db: Db): Promise<CourtCard[]> => {
  const today = businessDate(db.scope);
  const first = addDays(today, -daysBack);
  const projects = await db.rows<Built>(sql`
    select id, number, began_on, starts_on
    from project
    where org_id = ${db.scope.orgId} and status = 'active' and began_on is not null
    order by number
    limit ${mostProjects}
  `);
  const [logged, calendar] = await Promise.all([
    db.rows<{ projectId: string; day: Day }>(sql`
      select distinct project_id, day
      from daily_log
      where org_id = ${db.scope.orgId}
        and status = 'submitted'
        and day >= ${first}::date
        and project_id = any(${projects.map(({ id }) => id)}::uuid[])
    `),
    readCalendar(db),
  ]);
  const seen = new Set(logged.map(({ projectId, day }) => `${projectId} ${day}`));
  const days = Array.from({ length: daysBetween(first, today) }, (_, at) => addDays(first, at));
  return days
    .filter((day) => isBusinessDay(calendar, day))
    .flatMap((day) =>
      projects
        .filter((p) => day >= p.beganOn && day >= (p.startsOn ?? day))
        .filter((p) => !seen.has(`${p.id} ${day}`))
        .map((p): CourtCard => ({
          kind: "dailyLog",
          id: `${p.id}-${day}`,
          projectId: p.id,
          number: p.number,
          says: `Log of ${formatDate(day)}`,
          href: `/projects/${p.id}/log/new`,
          column: "missing",
          dueOn: day,
          since: day,
        })),
    )
    .slice(0, mostCards);
};
