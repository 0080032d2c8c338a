import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { administratorsOf, notify } from "#areas/organization/organization.server.ts";
import { type LimitKind, limitKinds, limitLabels, type Limits } from "./operator.labels.ts";

const none: Limits = { people: null, storageBytes: null, callsADay: null };

/** What an agency's plan allows; null where it sets no limit. */
export const limitsOf = async (db: Db, orgId: string): Promise<Limits> =>
  (await db.maybe<Limits>(
    sql`select people, storage_bytes, calls_a_day from agency_limit where org_id = ${orgId}`,
  )) ?? none;

/** Sets what the scope's agency may use; what it was told of its old limits begins anew. */
export const setLimits = async (tx: Tx, limits: Limits): Promise<void> =>
  void (await tx.rows(sql`
    insert into agency_limit (org_id, people, storage_bytes, calls_a_day)
    values (${tx.scope.orgId}, ${limits.people}, ${limits.storageBytes}, ${limits.callsADay})
    on conflict (org_id)
    do update set
      people = excluded.people, storage_bytes = excluded.storage_bytes,
      calls_a_day = excluded.calls_a_day, told = '{}', updated_at = clock_timestamp()
  `));

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
  const row = await tx.maybe<{ told: Record<string, number> }>(
    sql`select told from agency_limit where org_id = ${tx.scope.orgId} for update`,
  );
  if (!row) return;
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
