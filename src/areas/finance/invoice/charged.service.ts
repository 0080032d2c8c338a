import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * An invoice that charges some accounts: its whole amounts, and what of it these accounts bear
 * (`billed`), in cents.
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
};

/**
 * Every invoice that charges one of these accounts and was neither rejected nor voided: of those that
 * the ledger names (`ids`), those of these orders, and what is not posted yet; by number.
 */
export const chargedInvoices = (
  db: Db,
  among: {
    accountIds: readonly string[];
    ids: readonly string[];
    orderIds: readonly string[];
  },
): Promise<ChargedInvoice[]> =>
  db.rows<ChargedInvoice>(sql`
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
      sum(s.amount)::bigint as billed, i.total, i.paid_amount as paid,
      i.retainage - i.retainage_released as withheld
    from found f
    join invoice i on i.org_id = ${db.scope.orgId} and i.id = f.id
    join invoice_share s on s.org_id = i.org_id and s.invoice_id = i.id
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    where s.account_string_id = any(${[...among.accountIds]}::uuid[])
      and i.status not in ('rejected', 'voided')
    group by
      i.id, i.number, i.status, i.purchase_order_id, i.total, i.paid_amount, i.retainage,
      i.retainage_released, v.name
    order by i.number
  `);
