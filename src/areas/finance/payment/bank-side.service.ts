import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { BankSide } from "./bank-side.model.ts";

/** Everything that was released from an account since a day, in the order of its days. */
export const paymentsAtBank = (db: Db, accountId: string, since: Day): Promise<BankSide[]> =>
  db.rows<BankSide>(sql`
    select
      p.id, p.number, v.name as vendor, p.method,
      coalesce(p.check_number, p.trace_number, '') as reference, p.amount, p.status, p.run_id,
      r.number as run_number, p.paid_on, p.cleared_on, p.returned_on
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${db.scope.orgId}
      and p.agency_account_id = ${accountId}
      and p.status in ('released', 'cleared', 'returned', 'voided')
      and p.paid_on >= ${since}
    order by p.paid_on, p.number
  `);
