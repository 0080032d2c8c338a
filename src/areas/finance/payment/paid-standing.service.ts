import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** `paidOn`: the day from which all but what was withheld of an invoice is paid; null while it is not. */
export type PaidInvoice = { id: string; paidOn: Day | null };

/** How the invoices of these payments stand, after all that went out and did not come back. */
export const paidStanding = (db: Db, paymentIds: readonly string[]): Promise<PaidInvoice[]> =>
  db.rows<PaidInvoice>(sql`
    select
      i.id,
      case
        when i.paid_amount >= i.total - i.retainage then (
          select min(p.paid_on)
          from payment_invoice x
          join payment p on p.org_id = x.org_id and p.id = x.payment_id
          where x.org_id = i.org_id and x.invoice_id = i.id and x.live
        )
      end as paid_on
    from invoice i
    where i.org_id = ${db.scope.orgId}
      and i.id in (
        select invoice_id
        from payment_invoice
        where org_id = ${db.scope.orgId} and payment_id = any(${[...paymentIds]}::uuid[])
      )
    order by i.id
  `);
