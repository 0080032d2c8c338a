// The after-action list: what each emergency order's file has, and what it lacks.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { orderStandings } from "#areas/procurement/procurement.server.ts";
import type { FileOfOrder } from "./declaration.model.ts";
import { afterActionOf, type FileFacts } from "../purchase/purchase.model.ts";

type Row = Omit<FileFacts, "order" | "receipts"> & Omit<FileOfOrder, "items">;

/** The files of a declaration's orders, in the order in which they went out. */
export const filesOf = async (
  db: Db,
  declarationId: string,
): Promise<(FileOfOrder & { receipts: string[] })[]> => {
  const rows = await db.rows<Row>(sql`
    select
      id, number, order_id, order_number, title, amount, status, need, price_basis, ends_on,
      recompete_on, recompete_note, checks
    from emergency_purchase
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by number
  `);
  const standings = new Map(
    (
      await orderStandings(
        db,
        rows.map((row) => row.orderId),
      )
    ).map((order) => [order.id, order]),
  );
  return rows.map(({ id, number, orderId, orderNumber, title, amount: _a, ...facts }) => {
    const order = standings.get(orderId)!;
    const items = afterActionOf({
      ...facts,
      order: order.status,
      receipts: order.receipts.length,
    });
    return {
      ...{ id, number, orderId, orderNumber, title, items },
      amount: order.amount,
      receipts: order.receipts,
    };
  });
};

/** How many things of these files are open. */
export const openOf = (files: readonly Pick<FileOfOrder, "items">[]): number =>
  files.reduce((n, file) => n + file.items.filter((item) => !item.done).length, 0);
