import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { receiptsOfOrders } from "#areas/procurement/procurement.server.ts";

/** What bills were charged for: their orders, and what was received on them. */
export const ordersOfInvoices = async (
  db: Db,
  invoiceIds: readonly string[],
): Promise<string[]> => {
  const orders = await db.rows<{ id: string }>(sql`
    select distinct purchase_order_id as id
    from invoice
    where org_id = ${db.scope.orgId}
      and id = any(${[...invoiceIds]}::uuid[])
      and purchase_order_id is not null
  `);
  const ids = orders.map(({ id }) => id);
  return ids.length === 0 ? [] : [...ids, ...(await receiptsOfOrders(db, ids))];
};
