import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Of the goods of an order's line: what its bills cost on some accounts, and on all, in cents. */
export type ChargedGoods = { orderLineId: string; on: number; whole: number };

// Lines of orders whose bills are charged to these accounts, or were moved there by a cost transfer.
const orderLinesOn = (db: Db, accountStringIds: readonly string[]) =>
  db.rows<{ orderLineId: string }>(sql`
    with recursive up as (
      select c.id as at
      from cost_line c
      where c.org_id = ${db.scope.orgId}
        and c.account_string_id = any(${[...accountStringIds]}::uuid[])
        and c.source in ('invoice', 'transfer')
        and c.moves_id is null
        and c.reversed_on is null
      union
      select m.moves_id
      from up
      join cost_line c on c.org_id = ${db.scope.orgId} and c.id = up.at
      join cost_line m on m.org_id = c.org_id and m.id = c.came_from_id
    )
    select distinct l.purchase_order_line_id as order_line_id
    from up
    join cost_line b on b.org_id = ${db.scope.orgId} and b.id = up.at
    left join invoice_split x on x.org_id = b.org_id and x.id = b.source_id
    join invoice_line l on l.org_id = b.org_id and l.id = coalesce(x.line_id, b.source_id)
    where b.invoice_id is not null and l.purchase_order_line_id is not null
  `);

/**
 * Lines of orders that are charged to accounts, with what of their bills stands there after cost
 * transfers, and what stands anywhere; without what issues of stock bear.
 */
export const goodsChargedTo = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<ChargedGoods[]> => {
  const lines = await orderLinesOn(db, accountStringIds);
  if (lines.length === 0) return [];
  return db.rows<ChargedGoods>(sql`
    with recursive bought as (
      select c.id, l.purchase_order_line_id as order_line_id
      from invoice_line l
      left join invoice_split x on x.org_id = l.org_id and x.line_id = l.id
      join cost_line c
        on c.org_id = l.org_id
        and c.invoice_id = l.invoice_id
        and c.source_id = coalesce(x.id, l.id)
      where l.org_id = ${db.scope.orgId}
        and l.purchase_order_line_id = any(${lines.map((l) => l.orderLineId)}::uuid[])
      union
      select t.id, b.order_line_id
      from bought b
      join cost_line t on t.org_id = ${db.scope.orgId} and t.source in ('transfer', 'stock')
      left join cost_line m on m.org_id = t.org_id and m.id = t.came_from_id
      where t.moves_id = b.id or (t.source = 'transfer' and m.moves_id = b.id)
    )
    select
      b.order_line_id,
      coalesce(
        sum(c.cents) filter (where c.account_string_id = any(${[...accountStringIds]}::uuid[])), 0
      )::bigint as on,
      sum(c.cents)::bigint as whole
    from bought b
    join cost_line c on c.org_id = ${db.scope.orgId} and c.id = b.id
    where c.reversed_on is null
    group by b.order_line_id
    order by b.order_line_id
  `);
};
