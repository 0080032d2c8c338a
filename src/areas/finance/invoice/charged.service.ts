import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * An invoice that charges some accounts: its whole amounts, and what of it these accounts bear
 * (`billed`), in cents. `parts`: the same by the line of the order that it bills; charges of the
 * invoice as a whole and lines of its own name none.
 */
export type ChargedInvoice = {
  id: string;
  number: string;
  status: string;
  vendor: string;
  orderId: string | null;
  billed: number;
  total: number;
  paid: number;
  withheld: number;
  parts: { orderLineId: string | null; whole: boolean; billed: number }[];
};

/**
 * Every invoice that charges one of these accounts and was neither rejected nor voided: of those that
 * the ledger names (`ids`), those of these orders, and what is not posted yet; by number.
 */
export const chargedInvoices = async (
  db: Db,
  among: {
    accountIds: readonly string[];
    ids: readonly string[];
    orderIds: readonly string[];
  },
): Promise<ChargedInvoice[]> => {
  type Part = Omit<ChargedInvoice, "parts"> & { orderLineId: string | null; whole: boolean };
  const parts = await db.rows<Part>(sql`
    with found as (
      select id
      from invoice
      where org_id = ${db.scope.orgId} and id = any(${[...among.ids]}::uuid[])
      union
      select id
      from invoice
      where org_id = ${db.scope.orgId} and purchase_order_id = any(${[...among.orderIds]}::uuid[])
      union
      select id
      from invoice
      where org_id = ${db.scope.orgId}
        and status in ('received', 'exception', 'matched', 'in_approval', 'disputed')
    )
    select
      i.id, i.number, i.status, v.name as vendor, i.purchase_order_id as order_id,
      l.purchase_order_line_id as order_line_id, l.id is null as whole,
      sum(s.amount)::bigint as billed, i.total, i.paid_amount as paid,
      i.retainage - i.retainage_released as withheld
    from found f
    join invoice i on i.org_id = ${db.scope.orgId} and i.id = f.id
    join invoice_share s on s.org_id = i.org_id and s.invoice_id = i.id
    left join invoice_line l on l.org_id = s.org_id and l.id = s.line_id
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    where s.account_string_id = any(${[...among.accountIds]}::uuid[])
      and i.status not in ('rejected', 'voided')
    group by
      i.id, i.number, i.status, i.purchase_order_id, l.purchase_order_line_id, l.id is null,
      i.total, i.paid_amount, i.retainage, i.retainage_released, v.name
    order by i.number, l.purchase_order_line_id
  `);
  const invoices = new Map<string, ChargedInvoice>();
  for (const { orderLineId, whole, billed, ...head } of parts) {
    const before = invoices.get(head.id);
    invoices.set(head.id, {
      ...head,
      billed: (before?.billed ?? 0) + billed,
      parts: [...(before?.parts ?? []), { orderLineId, whole, billed }],
    });
  }
  return [...invoices.values()];
};
