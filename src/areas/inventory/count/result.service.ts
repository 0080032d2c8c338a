import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CountResult } from "./count.model.ts";

/**
 * The deciding round of a count beside the ledger at the instants of counting: what was counted again
 * stands in place of the first. Only for whoever may know what the ledger has.
 */
export const resultsOf = (db: Db, { id }: { id: string }): Promise<CountResult[]> =>
  db.rows<CountResult>(sql`
    select
      e.id, t.item_id, i.number, i.name, i.unit, o.code, e.lot, e.counted_at,
      trim_scale(e.ledger_quantity)::text as ledger, trim_scale(e.quantity)::text as counted,
      case when e.round = 2 then trim_scale(coalesce(f.quantity, 0))::text end as first,
      trim_scale(e.quantity - e.ledger_quantity)::text as difference, e.difference_cents as cents,
      e.beyond, e.missed
    from stock_count_entry e
    join stock_count c on c.org_id = e.org_id and c.id = e.count_id
    join stock_count_task t on t.org_id = e.org_id and t.id = e.task_id
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    join stock_location o on o.org_id = t.org_id and o.id = t.location_id
    left join stock_count_entry f
      on f.org_id = e.org_id
      and f.task_id = e.task_id
      and f.round = 1
      and lower(f.lot) = lower(e.lot)
    where e.org_id = ${db.scope.orgId}
      and e.count_id = ${id}
      and e.ledger_quantity is not null
      and e.round = case when t.again and c.status not in ('open', 'recount') then 2 else 1 end
    order by abs(e.difference_cents) desc, i.name, o.code, e.lot
  `);
