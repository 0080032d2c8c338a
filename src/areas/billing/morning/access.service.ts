// What an unpaid plan does to its agency: read-only by the dated rule, active again once it is paid.
import { systemActor } from "#kernel/access.ts";
import {
  changeState,
  lockedState,
  stateChangesOf,
} from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { lateBillRule } from "../bill/late-rule.data.ts";

type Plan = { customerId: string; status: string };
const rule = lateBillRule.label ?? lateBillRule.key;

const keepOne = async (
  { database }: Pick<App, "database">,
  { customerId: orgId, status }: Plan,
): Promise<void> => {
  const actor = systemActor(orgId, undefined, "Billing");
  await database.transaction(actor, async (tx) => {
    const state = await lockedState(tx);
    if (status === "unpaid" && state === "active")
      await changeState(database, tx, actor, {
        ...{ move: "restrict", rule },
        reason: "Bills for Levee are unpaid behind the days of the operator's rule.",
      });
    if (status === "unpaid" || state !== "read_only") return;
    // Only what this rule took away comes back by it.
    const [last] = await stateChangesOf(tx, orgId);
    if (last?.rule === rule)
      await changeState(database, tx, actor, {
        ...{ move: "release", rule },
        reason: "What was unpaid is paid, or its days do not count.",
      });
  });
};

/** Makes agencies read-only whose plan is unpaid, and active again those whose is not; never the operator's own. */
export const keepAccess = async (app: Pick<App, "database">, operatorId: string): Promise<void> => {
  const plans = await app.database.read({ orgId: operatorId, personId: null }).rows<Plan>(sql`
    select customer_id, status
    from agency_subscription
    where org_id = ${operatorId}
      and customer_id is not null
      and customer_id <> ${operatorId}
      and status in ('active', 'past_due', 'unpaid')
    order by id
    limit 5000
  `);
  for (const plan of plans) await keepOne(app, plan);
};
