import { addQuantity, compareQuantity } from "#kernel/quantity.ts";
import { invoicesNamed } from "#areas/finance/finance.server.ts";
import {
  orderToPay,
  type LineToPay,
  type OrderToPay,
} from "#areas/procurement/procurement.server.ts";
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

type Certified = {
  invoiceId: string;
  applicationNo: number;
  lineId: string;
  quantity: string;
  stored: string;
};

const certifiedOf = (db: Db, orderId: string) =>
  db.rows<Certified>(sql`
    select
      a.invoice_id, a.application_no, l.purchase_order_line_id as line_id,
      l.certified_quantity as quantity, l.certified_stored_quantity as stored
    from pay_application a
    join pay_application_line l on l.org_id = a.org_id and l.application_id = a.id
    where a.org_id = ${db.scope.orgId}
      and a.purchase_order_id = ${orderId}
      and a.status = 'certified'
    order by a.application_no
  `);

/** A line with what is billed of it, and what of that was certified last as stored on the site. */
export type BilledLine = LineToPay & { stored: string };
export type BilledOrder = Omit<OrderToPay, "lines"> & { lines: BilledLine[] };

// Never more than is billed of the line: an invoice that was voided took its stored material with it.
const storedOf = (billed: string, last: Certified | undefined): string => {
  const stored = last?.stored ?? "0";
  return compareQuantity(stored, billed) > 0 ? billed : stored;
};

/**
 * An order with what is billed of each line, certificates included whose invoice nobody approved yet;
 * null where the agency has none of this id.
 */
export const billedOrder = async (db: Db, id: string): Promise<BilledOrder | null> => {
  const [order, certified] = await Promise.all([orderToPay(db, id), certifiedOf(db, id)]);
  if (!order) return null;
  const invoices = await invoicesNamed(db, [...new Set(certified.map((c) => c.invoiceId))]);
  const waiting = new Set(
    invoices.filter(({ status }) => !counted.has(status)).map((invoice) => invoice.id),
  );
  return {
    ...order,
    lines: order.lines.map((line) => {
      const its = certified.filter((c) => c.lineId === line.id);
      const invoicedQuantity = its
        .filter((c) => waiting.has(c.invoiceId))
        .reduce((sum, c) => addQuantity(sum, c.quantity), line.invoicedQuantity);
      return { ...line, invoicedQuantity, stored: storedOf(invoicedQuantity, its.at(-1)) };
    }),
  };
};
