import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";

/** A line of an order that names an item, and where its goods are put. */
export type NamedLine = { orderLineId: string; itemId: string; locationId: string };

/** Which of these lines of orders name an item, and which. */
export const namedLines = (db: Db, orderLineIds: readonly string[]): Promise<NamedLine[]> =>
  db.rows<NamedLine>(sql`
    select order_line_id, item_id, location_id
    from stock_order_line
    where org_id = ${db.scope.orgId} and order_line_id = any(${arrayOf(orderLineIds)}::uuid[])
  `);

/** All lines of an order that name an item. */
export const namedOfOrder = (db: Db, orderId: string): Promise<NamedLine[]> =>
  db.rows<NamedLine>(sql`
    select order_line_id, item_id, location_id
    from stock_order_line
    where org_id = ${db.scope.orgId} and order_id = ${orderId}
  `);
