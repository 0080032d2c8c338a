import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { comingOfItems, type Reordered } from "../reorder/standing.service.ts";
import type { ItemRow } from "./item.model.ts";

/** The items of a page with what open orders are still to bring of each. */
export const withOrders = async (
  db: Db,
  rows: readonly Omit<ItemRow, "onOrder">[],
): Promise<ItemRow[]> => {
  if (rows.length === 0) return [];
  const items = await db.rows<Reordered>(sql`
    select id, number, name, unit, packs, reorder_point, order_up_to
    from stock_item
    where org_id = ${db.scope.orgId} and id = any(${arrayOf(rows.map(({ id }) => id))}::uuid[])
  `);
  const coming = await comingOfItems(db, items);
  return rows.map((row) => ({ ...row, onOrder: coming.get(row.id)! }));
};
