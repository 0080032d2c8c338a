import type { MeasuredRecords } from "#server/measured.ts";
import { sql } from "#server/db/sql.ts";

/**
 * Bills that were matched, by the day on which they came: whole 1 each, part 1 for those that never had an
 * exception.
 */
export const firstPassInvoices: MeasuredRecords = ({ orgId, from, to }) => sql`
  select
    i.id, i.number, v.name as said, i.received_on as day,
    (case
      when exists (
        select 1
        from invoice_exception e
        where e.org_id = i.org_id and e.invoice_id = i.id
      ) then 0
      else 1
    end)::numeric as part,
    1::numeric as whole
  from invoice i
  join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
  where i.org_id = ${orgId}
    and i.kind = 'invoice'
    and i.status not in ('received', 'rejected', 'voided')
    and i.received_on between ${from}::date and ${to}::date
`;
