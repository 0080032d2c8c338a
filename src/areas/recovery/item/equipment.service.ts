import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The rate of FEMA's schedule for a class of units, in cents an hour. */
export type ScheduleRate = { assetClassId: string; code: string; cents: number };

/**
 * Rates of the newest schedule that holds for a declaration of this day, by the code that each class
 * of units was given. Classes without a code, and rates by the mile, are left out.
 */
export const scheduleRates = (db: Db, declaredOn: string): Promise<ScheduleRate[]> =>
  db.rows<ScheduleRate>(sql`
    select u.asset_class_id, u.code, r.cents
    from fema_unit_code u
    join fema_equipment_rate r on r.org_id = u.org_id and r.code = u.code and r.unit = 'hour'
    where u.org_id = ${db.scope.orgId}
      and r.from_day = (
        select max(n.from_day)
        from fema_equipment_rate n
        where n.org_id = u.org_id and n.from_day <= ${declaredOn}
      )
  `);
