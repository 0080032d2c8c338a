import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { orderPaperMaker } from "./order-paper.service.ts";

/** The PDFs of the orders among these records, for their evidence package. */
export const papersOfOrders = async (db: Db, objectIds: readonly string[]) => {
  const orgId = db.scope.orgId!;
  const orders = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from purchase_order
    where org_id = ${orgId} and id = any(${[...objectIds]}::uuid[]) and issued_at is not null
    order by number
  `);
  return orders.map(({ id, number }) => ({
    name: `${number}.pdf`,
    make: (app: App) => orderPaperMaker.make(app, orgId, id),
  }));
};

/** The receipts of orders: a delivery belongs to the evidence of what was ordered. */
export const receiptsOfOrders = async (db: Db, orderIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from receipt
      where org_id = ${db.scope.orgId} and purchase_order_id = any(${[...orderIds]}::uuid[])
      order by id
    `)
  ).map(({ id }) => id);
