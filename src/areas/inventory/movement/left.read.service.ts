import type { Day } from "#kernel/time.ts";
import { orderedGoods } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { methodOn, replay } from "../ledger/cost.model.ts";
import { historyOf, methodsOf, poolsOf } from "../ledger/history.service.ts";
import { leftOf, unopened } from "../ledger/left.model.ts";
import { orderLinesOf } from "./draw.service.ts";

/** Unused supplies of an order's line: whole packs in the item's unit, with what they cost in cents. */
export type UnusedSupply = {
  orderLineId: string;
  itemId: string;
  item: string;
  unit: string;
  quantity: string;
  cents: number;
};

type Item = {
  id: string;
  name: string;
  unit: string;
  costClass: string;
  packs: { name: string; quantity: string }[];
};

const itemsOf = (db: Db, orderLineIds: readonly string[]): Promise<Item[]> =>
  db.rows<Item>(sql`
    select distinct i.id, i.name, i.unit, i.cost_class, i.packs
    from stock_order_line o
    join stock_item i on i.org_id = o.org_id and i.id = o.item_id
    where o.org_id = ${db.scope.orgId} and o.order_line_id = any(${arrayOf(orderLineIds)}::uuid[])
    order by i.name, i.id
  `);

/**
 * What of the goods of these lines of orders lay in the stores at the end of a day, unused: opened packs
 * are left out. Nothing for lines that bought no stock.
 */
export const unusedOfOrders = async (
  db: Db,
  orderLineIds: readonly string[],
  day: Day,
): Promise<UnusedSupply[]> => {
  const items = await itemsOf(db, orderLineIds);
  if (items.length === 0) return [];
  const [pools, methods, ordered] = await Promise.all([
    poolsOf(
      db,
      items.map(({ id }) => id),
    ),
    methodsOf(
      db,
      items.map(({ costClass }) => costClass),
    ),
    orderedGoods(db, orderLineIds),
  ]);
  const unused: UnusedSupply[] = [];
  for (const { itemId, fundId } of pools) {
    const item = items.find(({ id }) => id === itemId)!;
    const dated = methods.get(item.costClass) ?? [];
    const history = (await historyOf(db, itemId, fundId))
      .map(({ entry }) => entry)
      .filter(({ movedOn }) => movedOn <= day);
    const left = leftOf(replay(history, dated), methodOn(dated, day));
    const orders = await orderLinesOf(
      db,
      left.map(({ receipt }) => receipt),
    );
    for (const line of ordered) {
      const own = left.filter(({ receipt }) => orders.get(receipt) === line.id);
      const sum = own.reduce(
        (all, one) => ({ quantity: all.quantity + one.quantity, cents: all.cents + one.cents }),
        { quantity: 0n, cents: 0 },
      );
      const pack = item.packs.find(({ name }) => name.toLowerCase() === line.unit.toLowerCase());
      const whole = unopened(sum, pack?.quantity ?? null);
      if (whole.cents > 0)
        unused.push({ orderLineId: line.id, itemId, item: item.name, unit: item.unit, ...whole });
    }
  }
  return unused;
};
