import type { FileElement, FilePart } from "#kernel/purchase-file.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { FiledOrder } from "#server/controls/purchase-files.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Paper = {
  orderId: string;
  element: Extract<FileElement, "invoice" | "payment">;
  id: string;
  number: string;
  cents: number;
  on: Day | null;
  open: boolean;
};

/** What invoices that were not voided, and payments that went out, put into the files of orders. */
export const paidPartsOfFiles = async (
  db: Db,
  orders: readonly FiledOrder[],
): Promise<FilePart[]> => {
  const orderIds = orders.map(({ id }) => id);
  const found = await db.rows<Paper>(sql`
    select
      i.purchase_order_id as order_id, 'invoice' as element, i.id, i.number, i.total as cents,
      i.invoice_date as on, i.status <> 'paid' as open
    from invoice i
    where i.org_id = ${db.scope.orgId}
      and i.purchase_order_id = any(${[...orderIds]}::uuid[])
      and i.status not in ('voided', 'rejected')
    union all
    select i.purchase_order_id, 'payment', p.id, p.number, sum(x.amount)::bigint, p.paid_on, false
    from invoice i
    join payment_invoice x on x.org_id = i.org_id and x.invoice_id = i.id and x.live
    join payment p on p.org_id = x.org_id and p.id = x.payment_id
    where i.org_id = ${db.scope.orgId}
      and i.purchase_order_id = any(${[...orderIds]}::uuid[])
      and p.status in ('released', 'cleared')
    group by i.purchase_order_id, p.id, p.number, p.paid_on
    order by element, number
  `);
  return found.map(({ orderId, element, id, number, cents, on, open }) => ({
    orderId,
    element,
    said: `${number}, ${formatCents(cents)}.`,
    on,
    shown: [{ label: number, href: `/${element}s/${id}` }],
    records: [id],
    open,
  }));
};
