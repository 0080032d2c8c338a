import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a plan allows; null where it sets no limit. */
type PlanLimits = { people: number | null; storageGb: number | null; callsPerDay: number | null };

/** The limits of the plan that an agency has now; null without one. */
export const limitsOfPlan = (db: Db, orgId: string): Promise<PlanLimits | null> =>
  db.maybe<PlanLimits>(sql`
    select p.people, p.storage_gb, p.calls_per_day
    from agency_subscription s
    join price_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.customer_id = ${orgId} and s.status <> 'cancelled'
    limit 1
  `);
