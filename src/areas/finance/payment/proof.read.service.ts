import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PaymentProof } from "./proof.model.ts";

/** The live payments of invoices with the bank's traces of them, by their day. */
export const paymentsOf = (db: Db, invoiceIds: readonly string[]): Promise<PaymentProof[]> =>
  db.rows<PaymentProof>(sql`
    select
      pi.invoice_id, p.id as payment_id, p.number, p.method,
      coalesce(p.trace_number, p.check_number) as trace, pi.amount as cents, p.paid_on,
      p.cleared_on, r.nacha_sha256 as file_sha256
    from payment_invoice pi
    join payment p on p.org_id = pi.org_id and p.id = pi.payment_id
    left join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where pi.org_id = ${db.scope.orgId}
      and pi.invoice_id = any(${[...invoiceIds]}::uuid[])
      and pi.live
      and p.paid_on is not null
    order by p.paid_on, p.number
  `);
