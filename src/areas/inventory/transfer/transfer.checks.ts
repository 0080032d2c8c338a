import { shownDecimal } from "#kernel/quantity.ts";
import { sql } from "#server/db/sql.ts";
import type { Invariant } from "#server/operation/checking.ts";

type Off = { itemId: string; item: string; kept: string; counted: string };

/** What must always hold of goods on the way. */
export const onTheWayRule: Invariant = {
  name: "stock-on-the-way",
  label: "Stock on the way",
  area: "inventory",
  what: "What lies on the way between locations is what transfers sent and nobody has accounted for.",
  todo: "Open the item and compare its movements with its transfers.",
  check: async ({ db }) => {
    const off = await db.rows<Off>(sql`
      with lies as (
        select b.item_id, sum(b.on_hand) as quantity
        from stock_balance b
        join stock_location o on o.org_id = b.org_id and o.id = b.location_id and o.role = 'transit'
        where b.org_id = ${db.scope.orgId}
        group by b.item_id
      ),
      sent as (
        select l.item_id, sum(l.quantity - coalesce(x.quantity, 0)) as quantity
        from stock_transfer t
        join stock_transfer_line l on l.org_id = t.org_id and l.transfer_id = t.id
        left join lateral (
            select sum(o.quantity) as quantity
            from stock_transfer_outcome o
            where o.org_id = l.org_id and o.line_id = l.id
          ) x
          on true
        where t.org_id = ${db.scope.orgId} and t.status in ('sent', 'short')
        group by l.item_id
      )
      select
        i.id as item_id, i.name as item, coalesce(k.quantity, 0)::text as kept,
        coalesce(s.quantity, 0)::text as counted
      from lies k
      full join sent s on s.item_id = k.item_id
      join stock_item i on i.org_id = ${db.scope.orgId} and i.id = coalesce(k.item_id, s.item_id)
      where coalesce(k.quantity, 0) <> coalesce(s.quantity, 0)
      order by i.name
      limit 100
    `);
    return off.map(({ itemId, item, kept, counted }) => ({
      sentence: `${item}: ${shownDecimal(kept)} lie on the way, ${shownDecimal(counted)} were sent and are not accounted for.`,
      link: `/inventory/items/${itemId}`,
    }));
  },
};
