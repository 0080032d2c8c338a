import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A line of a bill that was approved: what it bills, how much of it, and of which day it is. */
export type BilledQuantity = {
  id: string;
  invoiceId: string;
  number: string;
  vendor: string;
  orderLineId: string | null;
  description: string;
  /** Decimal text; below zero on a credit note. */
  quantity: string;
  unit: string;
  cents: number;
  /** The last day of the service that it bills, else the bill's own day. */
  onDay: Day;
};

const most = 20_000;

/** Lines of approved bills of these days, oldest first; at most 20,000, then `more`. */
export const billedQuantities = async (
  db: Db,
  { from, until }: { from: Day; until: Day },
): Promise<{ lines: BilledQuantity[]; more: boolean }> => {
  const lines = await db.rows<BilledQuantity>(sql`
    select
      l.id, i.id as invoice_id, i.number, v.name as vendor,
      l.purchase_order_line_id as order_line_id, l.description,
      trim_scale(
        case when i.kind = 'credit_note' then -l.quantity else l.quantity end
      )::text as quantity,
      coalesce(nullif(l.unit, ''), '') as unit,
      (case when i.kind = 'credit_note' then -l.amount else l.amount end)::bigint as cents,
      coalesce(i.service_to, i.invoice_date) as on_day
    from invoice i
    join invoice_line l on l.org_id = i.org_id and l.invoice_id = i.id
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    where i.org_id = ${db.scope.orgId}
      and i.status in ('approved', 'scheduled', 'paid')
      and coalesce(i.service_to, i.invoice_date) between ${from}::date and ${until}::date
    order by on_day, i.number, l.line_no
    limit ${most + 1}
  `);
  return { lines: lines.slice(0, most), more: lines.length > most };
};
