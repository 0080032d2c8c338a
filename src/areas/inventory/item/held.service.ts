import { quantityText, quantity } from "#kernel/quantity.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { availableOf, shelvesOf } from "../ledger/balance.service.ts";

/** What lies on these shelves together, as decimal text. */
export const onHandIn = (shelves: readonly { onHand: string }[]): string =>
  quantityText(shelves.reduce((sum, { onHand }) => sum + quantity(onHand), 0n));

/** How much of an item lies in the stores, at whatever place, in its unit, as decimal text. */
export const onHandOf = async (db: Db, itemId: string): Promise<string> =>
  onHandIn(await shelvesOf(db, [itemId]));

/** How an item stands: on hand and free as decimal text of its unit, and its value in cents. */
export const standsOf = async (
  db: Db,
  itemId: string,
): Promise<{ onHand: string; available: string; valueCents: number }> => {
  const [onHand, free, pools] = await Promise.all([
    onHandOf(db, itemId),
    availableOf(db, [itemId]),
    db.rows<{ valueCents: number }>(sql`
      select value_cents
      from stock_pool
      where org_id = ${db.scope.orgId} and item_id = ${itemId}
    `),
  ]);
  const valueCents = pools.reduce((sum, pool) => sum + pool.valueCents, 0);
  return { onHand, available: free.get(itemId) ?? "0", valueCents };
};
