import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { facts, standOn, type Facts } from "../requirement/standing.service.ts";
import type { LearningAnalytics } from "./analytics.model.ts";

const elsewhere = "No department";

/** What is asked of a department's people and met on two days: by the certificates that are verified now. */
const coverage = (of: Facts, today: Day, on: Day): LearningAnalytics["departments"] => {
  const by = new Map<string, { asked: number; met: number; metThen: number }>();
  const then = standOn(of, on);
  standOn(of, today).forEach(({ people }, at) =>
    people.forEach(({ one, met }, n) => {
      const name = one.departmentName || elsewhere;
      const sum = by.get(name) ?? { asked: 0, met: 0, metThen: 0 };
      by.set(name, {
        asked: sum.asked + 1,
        met: sum.met + Number(met),
        metThen: sum.metThen + Number(then[at]!.people[n]!.met),
      });
    }),
  );
  return [...by]
    .map(([name, sums]) => ({ name, ...sums }))
    .toSorted((a, b) => a.metThen / a.asked - b.metThen / b.asked || a.name.localeCompare(b.name));
};

/** What was learned and what is missing, today and on a day to come. 422 for a day that is over. */
export const readAnalytics = async (db: Db, asked: Day | null): Promise<LearningAnalytics> => {
  const today = businessDate(db.scope);
  const on = asked ?? today;
  if (on < today) throw invalidField("on", "Choose today or a day to come.", "analytics_past");
  const [of, { minutes }, courses] = await Promise.all([
    facts(db),
    db.one<{ minutes: number }>(sql`
      select coalesce(sum(t.minutes), 0)::int as minutes
      from session_seat t
      join training_session s on s.org_id = t.org_id and s.id = t.session_id
      where t.org_id = ${db.scope.orgId}
        and t.attended
        and s.starts_at > clock_timestamp() - interval '1 year'
    `),
    db.rows<LearningAnalytics["courses"][number]>(sql`
      select
        course_name as name, count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status = 'failed')::int as failed
      from enrolment
      where org_id = ${db.scope.orgId} and status in ('completed', 'failed')
      group by course_name
      order by course_name
      limit 200
    `),
  ]);
  return { today, on, departments: coverage(of, today, on), minutes, courses };
};
