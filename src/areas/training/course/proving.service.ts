import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A course in force by its family, and when somebody last completed it. */
export type ProvingCourse = {
  id: string;
  name: string;
  href: string;
  at: Instant | null;
  said: string;
};

/** The courses in force, with what they last proved: that somebody completed them. */
export const coursesProving = (db: Db): Promise<ProvingCourse[]> =>
  db.rows<ProvingCourse>(sql`
    select
      c.definition_id as id, c.code || ' ' || c.name as name,
      '/admin/training/courses/' || c.id as href, done.at,
      case
        when done.people = 0 then 'Nobody completed it yet'
        else 'Completed by ' || done.people
      end as said
    from training_course c
    cross join lateral (
      select count(distinct e.person_id)::int as people, max(e.ended_on)::timestamptz as at
      from enrolment e
      where e.org_id = c.org_id and e.course_id = c.definition_id and e.status = 'completed'
    ) done
    where c.org_id = ${db.scope.orgId} and c.status = 'published'
    order by c.code
    limit 500
  `);
