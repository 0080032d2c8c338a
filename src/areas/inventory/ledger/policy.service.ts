import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { costPolicyInput } from "../movement/movement.model.ts";
import { stockCostPolicy } from "./ledger.tables.ts";
import type { CostMethod } from "./pool.model.ts";

type PolicyRow = {
  id: string;
  costClass: string;
  method: CostMethod;
  fromOn: Day;
};

/** From which day on each class of items is priced how, newest first. */
export const costPolicies = (db: Db): Promise<PolicyRow[]> =>
  db.rows<PolicyRow>(sql`
    select s.id, s.cost_class, s.method, s.from_on
    from stock_cost_policy s
    where s.org_id = ${db.scope.orgId}
    order by s.cost_class, s.from_on desc
  `);

/**
 * Says how issues of a class of items are priced from a day to come on: what was issued before stays.
 * 422 `day_is_over` for today or earlier, 409 where the class has another method from that day.
 */
export const setCostPolicy = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof costPolicyInput>,
): Promise<{ id: string }> => {
  if (input.fromOn <= businessDate(tx.scope))
    throw invalidField(
      "fromOn",
      "Choose a day to come: what was issued stays priced as it was.",
      "day_is_over",
    );
  const row = await insertRow(tx, stockCostPolicy, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    setBy: actor.personId,
  });
  const of = { id: row.id, number: row.costClass };
  note(tx, actor, "stockCostPolicy", of, { action: "create", after: row });
  return { id: row.id };
};
