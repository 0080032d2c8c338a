import type { MeasuredRecords } from "#server/measured.ts";
import { sql } from "#server/db/sql.ts";

/**
 * Requisitions of which everything is ordered, by the day of the last order: part are the days from the day on
 * which it was sent to its approvers, whole 1 each.
 */
export const daysFromNeedToOrder: MeasuredRecords = ({ orgId, from, to, zone }) => sql`
  select
    r.id, r.number, r.title as said, last.on as day,
    greatest(last.on - (r.submitted_at at time zone ${zone})::date, 0)::numeric as part,
    1::numeric as whole
  from requisition r
  join lateral (
      select max(o.ordered_on) as on
      from requisition_line x
      join purchase_order_line l on l.org_id = x.org_id and l.requisition_line_id = x.id
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where x.org_id = r.org_id
        and x.requisition_id = r.id
        and o.status not in ('cancelled', 'rejected', 'withdrawn')
    ) last
    on true
  where r.org_id = ${orgId}
    and r.status = 'ordered'
    and r.submitted_at is not null
    and last.on between ${from}::date and ${to}::date
`;
