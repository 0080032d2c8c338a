import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An order whose work is paid by estimates; its lines as they stand, those that are cancelled left out. */
export type OrderToPay = {
  id: string;
  number: string;
  title: string;
  status: string;
  vendorId: string;
  contractId: string | null;
  buyerId: string | null;
  /** Who issued it or wrote a version of it. */
  authors: string[];
  lines: LineToPay[];
};
/** Quantities and price as decimal text, the amount in cents. */
export type LineToPay = {
  id: string;
  lineNo: number;
  description: string;
  unit: string;
  quantity: string;
  unitPrice: string;
  amount: number;
  receivedQuantity: string;
  invoicedQuantity: string;
};

/** An order with what of each line came and was billed; null where the agency has none of this id. */
export const orderToPay = async (db: Db, id: string): Promise<OrderToPay | null> => {
  const [order, lines] = await Promise.all([
    db.maybe<Omit<OrderToPay, "lines">>(sql`
      select
        o.id, o.number, o.title, o.status, o.vendor_id, o.contract_id, o.buyer_id,
        array(
          select distinct v.created_by
          from purchase_order_version v
          where v.org_id = o.org_id and v.purchase_order_id = o.id and v.created_by is not null
        ) as authors
      from purchase_order o
      where o.org_id = ${db.scope.orgId} and o.id = ${id}
    `),
    db.rows<LineToPay>(sql`
      select
        id, line_no, description, unit, quantity, unit_price, amount, received_quantity,
        invoiced_quantity
      from purchase_order_line
      where org_id = ${db.scope.orgId} and purchase_order_id = ${id} and not cancelled
      order by line_no
    `),
  ]);
  return order && { ...order, lines };
};

/** Holds an order until the transaction ends, so that nobody changes what is being certified of it. */
export const holdOrder = async (tx: Tx, id: string): Promise<void> => {
  await tx.maybe(sql`
    select 1 as held
    from purchase_order
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
};
