import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A control in force, and when it last judged a record as passing; null where it never did. */
export type ProvingControl = { id: string; name: string; at: Instant | null; said: string };

/** The controls in force with what they last proved. */
export const controlsProving = (db: Db): Promise<ProvingControl[]> =>
  db.rows<ProvingControl>(sql`
    select
      v.definition_id as id, v.name, passed.judged_at as at,
      case
        when passed.judged_at is null then 'It passed no record yet'
        else 'Passed ' || passed.subject_number
      end as said
    from control_version v
    left join lateral (
        select r.judged_at, r.subject_number
        from control_result r
        where r.org_id = v.org_id and r.control_id = v.definition_id and r.answer = 'pass'
        order by r.judged_at desc
        limit 1
      ) passed
      on true
    where v.org_id = ${db.scope.orgId} and v.status = 'published'
    order by v.name
    limit 500
  `);
