import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A route plan that was driven, and how far its routes lead. */
export type DrivenPlan = { id: string; number: string; name: string; onDay: Day; meters: number };

/** Plans of these days that were driven; the way is the planned one, since nobody reads an odometer. */
export const drivenPlans = (db: Db, from: Day, until: Day): Promise<DrivenPlan[]> =>
  db.rows<DrivenPlan>(sql`
    select p.id, p.number, p.name, p.on_day, (p.answer ->> 'meters')::bigint as meters
    from route_plan p
    where p.org_id = ${db.scope.orgId}
      and p.status in ('driven', 'closed')
      and p.on_day between ${from}::date and ${until}::date
      and p.answer is not null
    order by p.on_day, p.number
    limit 5000
  `);
