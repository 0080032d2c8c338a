import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { methodOn } from "./cost.model.ts";
import { methodsOf } from "./history.service.ts";
import { stockCostPolicy } from "./ledger.tables.ts";
import type { CostClass, CostPolicy, costPolicyInput } from "./policy.model.ts";

/** From which day on each class of items is priced how, and who said so; the newest day first. */
export const costPolicies = async (db: Db): Promise<CostPolicy[]> => {
  const rows = await db.rows<Omit<CostPolicy, "setBy"> & { setById: string | null }>(sql`
    select s.id, s.cost_class, s.method, s.from_on, s.set_by as set_by_id
    from stock_cost_policy s
    where s.org_id = ${db.scope.orgId}
    order by s.from_on desc, s.cost_class
    limit 500
  `);
  const people = await membersNamed(db, { ids: rows.flatMap(({ setById }) => setById ?? []) });
  return rows.map(({ setById, ...row }) => ({
    ...row,
    setBy: people.find(({ id }) => id === setById)?.name ?? null,
  }));
};

/** The classes of items in use, by name; at most 500. */
export const costClasses = async (db: Db): Promise<CostClass[]> => {
  const rows = await db.rows<Omit<CostClass, "method">>(sql`
    select
      i.cost_class, count(distinct i.id)::int as items,
      coalesce(sum(p.value_cents), 0)::bigint as value_cents
    from stock_item i
    left join stock_pool p on p.org_id = i.org_id and p.item_id = i.id
    where i.org_id = ${db.scope.orgId} and i.status = 'active'
    group by i.cost_class
    order by i.cost_class
    limit 500
  `);
  const methods = await methodsOf(
    db,
    rows.map(({ costClass }) => costClass),
  );
  const today = businessDate(db.scope);
  return rows.map((row) => ({
    ...row,
    method: methodOn(methods.get(row.costClass) ?? [], today),
  }));
};

/**
 * Says how issues of a class of items are priced from a day to come on: what was issued before stays.
 * 422 `day_is_over` for today or earlier; 409 `same_day` where the class has another method from that day,
 * `priced_so` where it is priced so then already.
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
  const methods = (await methodsOf(tx, [input.costClass])).get(input.costClass) ?? [];
  if (methods.some(({ from }) => from === input.fromOn))
    throw conflict("same_day", "A method of this class begins on that day: choose another day.");
  if (methodOn(methods, input.fromOn) === input.method)
    throw conflict("priced_so", "This class is priced so on that day already.");
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
