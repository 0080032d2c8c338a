import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a credit note gives back of a line of an order, in cents above zero. */
export type LineCredit = { id: string; number: string; cents: number };

/** Credits of an order's line in approved credit notes from a day on, oldest first, at most 50. */
export const creditsOfLine = (db: Db, orderLineId: string, since: Day): Promise<LineCredit[]> =>
  db.rows<LineCredit>(sql`
    select i.id, i.number, sum(abs(l.amount))::bigint as cents
    from invoice_line l
    join invoice i on i.org_id = l.org_id and i.id = l.invoice_id
    where l.org_id = ${db.scope.orgId}
      and l.purchase_order_line_id = ${orderLineId}
      and i.kind = 'credit_note'
      and i.status in ('approved', 'scheduled', 'paid')
      and i.invoice_date >= ${since}::date
    group by i.id, i.number, i.invoice_date
    order by i.invoice_date, i.number
    limit 50
  `);
