import type { Actor } from "#kernel/access.ts";
import { orderedFor, orderedGoods, ordersPlaced } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { stockOrderLine } from "../ledger/ledger.tables.ts";
import { namedLines } from "../movement/order-line.read.service.ts";
import { namesItem } from "./reorder.model.ts";

type Asked = {
  requisitionId: string;
  itemId: string;
  number: string;
  unit: string;
  locationId: string;
  chargeAccountId: string | null;
};

const askedBy = (tx: Tx, requisitionIds: readonly string[]): Promise<Asked[]> =>
  tx.rows<Asked>(sql`
    select r.requisition_id, r.item_id, i.number, i.unit, r.location_id, l.charge_account_id
    from stock_reorder r
    join stock_item i on i.org_id = r.org_id and i.id = r.item_id
    join stock_location l on l.org_id = r.org_id and l.id = r.location_id
    where r.org_id = ${tx.scope.orgId}
      and r.requisition_id = any(${arrayOf(requisitionIds)}::uuid[])
      and i.tracking <> 'serial'
  `);

/**
 * Names the lines of an order that go back to what the stores asked for again: its goods are put where
 * they were asked for, without anybody naming them. Pieces with serial numbers are put in one by one, and
 * what was ordered in another unit is named by whoever knows it. So is what is charged to another line than
 * the one on which the goods of that location are bought.
 */
export const nameReordered = async (tx: Tx, actor: Actor, orderId: string): Promise<void> => {
  const [order] = await ordersPlaced(tx, [orderId]);
  const lines = (await orderedFor(tx, order?.requisitionLineIds ?? [])).filter(
    (line) => line.orderId === orderId,
  );
  const asked = await askedBy(tx, [...new Set(lines.map(({ requisitionId }) => requisitionId))]);
  if (asked.length === 0) return;
  const ids = lines.map(({ orderLineId }) => orderLineId);
  const goods = await orderedGoods(tx, ids);
  const accountOf = (id: string) => goods.find((line) => line.id === id)?.accountStringId;
  const named = new Set((await namedLines(tx, ids)).map(({ orderLineId }) => orderLineId));
  const rows = lines.flatMap(({ orderLineId, requisitionId, description, unit }) => {
    const ask = asked.find(
      (one) =>
        one.requisitionId === requisitionId && one.unit === unit && namesItem(description, one),
    );
    if (!ask || named.has(orderLineId)) return [];
    const { itemId, locationId, chargeAccountId } = ask;
    if (chargeAccountId !== null && chargeAccountId !== accountOf(orderLineId)) return [];
    const orgId = tx.scope.orgId!;
    return [{ orgId, orderLineId, orderId, itemId, locationId, namedBy: actor.personId }];
  });
  await insertRows(tx, stockOrderLine, rows);
};
