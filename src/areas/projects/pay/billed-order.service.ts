import { addQuantity } from "#kernel/quantity.ts";
import { invoicesNamed } from "#areas/finance/finance.server.ts";
import { orderToPay, type OrderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Of these the order's lines count the quantities already, or never will. */
const counted: ReadonlySet<string> = new Set([
  "approved",
  "scheduled",
  "paid",
  "rejected",
  "voided",
]);

type Certified = { invoiceId: string; lineId: string; quantity: string };

const certifiedOf = (db: Db, orderId: string) =>
  db.rows<Certified>(sql`
    select a.invoice_id, l.purchase_order_line_id as line_id, l.certified_quantity as quantity
    from pay_application a
    join pay_application_line l on l.org_id = a.org_id and l.application_id = a.id
    where a.org_id = ${db.scope.orgId}
      and a.purchase_order_id = ${orderId}
      and a.status = 'certified'
      and l.certified_quantity > 0
  `);

/**
 * An order with what is billed of each line, certificates included whose invoice nobody approved yet;
 * null where the agency has none of this id.
 */
export const billedOrder = async (db: Db, id: string): Promise<OrderToPay | null> => {
  const [order, certified] = await Promise.all([orderToPay(db, id), certifiedOf(db, id)]);
  if (!order || certified.length === 0) return order;
  const invoices = await invoicesNamed(db, [...new Set(certified.map((c) => c.invoiceId))]);
  const waiting = new Set(
    invoices.filter(({ status }) => !counted.has(status)).map((invoice) => invoice.id),
  );
  return {
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      invoicedQuantity: certified
        .filter((c) => c.lineId === line.id && waiting.has(c.invoiceId))
        .reduce((sum, c) => addQuantity(sum, c.quantity), line.invoicedQuantity),
    })),
  };
};
