import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Came = { total: number; imported: number; byVendor: number };

/** How invoices that were received in a period came: read in from files, sent by vendors, typed. */
export const invoicesCame = (
  db: Db,
  { from, to, departmentId }: { from: Day; to: Day; departmentId: string | null },
): Promise<Came> =>
  db.one<Came>(sql`
    select
      count(*)::int as total, (count(*) filter (where i.source in ('csv', 'ubl')))::int as imported,
      (count(*) filter (where i.source = 'vendor'))::int as by_vendor
    from invoice i
    left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
    where i.org_id = ${db.scope.orgId}
      and i.received_on between ${from}::date and ${to}::date
      and (${departmentId}::uuid is null or o.department_id = ${departmentId}::uuid)
  `);
