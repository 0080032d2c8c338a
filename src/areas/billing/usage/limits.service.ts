import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { administratorsOf, notify } from "#areas/organization/organization.server.ts";
import { type LimitKind, limitKinds, limitLabels, type Limits } from "./usage.labels.ts";

type PlanLimits = { people: number | null; storageGb: number | null; callsPerDay: number | null };

/** The limits of the plan that an agency has now; null without one. */
const limitsOfPlan = (db: Db, orgId: string): Promise<PlanLimits | null> =>
  db.maybe<PlanLimits>(sql`
    select p.people, p.storage_gb, p.calls_per_day
    from agency_subscription s
    join price_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.customer_id = ${orgId} and s.status <> 'cancelled'
    limit 1
  `);

const gigabyte = 1_073_741_824;

/** What the plan of an agency allows; null where it sets no limit, or there is no plan. */
export const limitsOf = async (db: Db, orgId: string): Promise<Limits> => {
  const plan = await limitsOfPlan(db, orgId);
  return {
    people: plan?.people ?? null,
    storageBytes: plan?.storageGb ? plan.storageGb * gigabyte : null,
    callsADay: plan?.callsPerDay ?? null,
  };
};

/** The step of a limit that use has reached: 0, 80 or 100 percent. */
const reachedStep = (used: number, limit: number | null): 0 | 80 | 100 => {
  if (limit === null) return 0;
  if (used >= limit) return 100;
  return used * 100 >= limit * 80 ? 80 : 0;
};

type Used = Record<LimitKind, number>;

/**
 * Tells administrators once of each limit at 80 and at 100 percent. Nothing is stopped by it: no
 * purchase, payment or bid.
 */
export const warnOfLimits = async (tx: Tx, used: Used): Promise<void> => {
  const limits = await limitsOf(tx, tx.scope.orgId!);
  const row = await tx.one<{ told: Record<string, number> }>(sql`
    insert into agency_limit (org_id)
    values (${tx.scope.orgId})
    on conflict (org_id)
    do update set updated_at = clock_timestamp()
    returning told
  `);
  const told = { ...row.told };
  const people = await administratorsOf(tx);
  for (const kind of limitKinds) {
    const step = reachedStep(used[kind], limits[kind]);
    if (step > (told[kind] ?? 0))
      notify(tx, people, {
        kind: "agency_limit",
        title: `${limitLabels[kind].label}: ${step} percent of your plan`,
        body: `${limitLabels[kind].about} Nothing is stopped: purchases, payments and bids go on.`,
        link: "/billing",
      });
    told[kind] = step;
  }
  await tx.rows(sql`
    update agency_limit
    set told = ${JSON.stringify(told)}::jsonb
    where org_id = ${tx.scope.orgId}
  `);
};
