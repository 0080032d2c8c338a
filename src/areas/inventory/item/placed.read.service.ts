import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";

/** What lies at a place of the agency, in all its locations: items, and their value in integer cents. */
export type PlacedStock = { placeId: string; items: number; cents: number };

/** What lies at each of these places; a place where nothing lies is left out. What is on the way lies at none. */
export const stockAtPlaces = (db: Db, placeIds: readonly string[]): Promise<PlacedStock[]> =>
  db.rows<PlacedStock>(sql`
    select
      o.place_id, count(distinct b.item_id)::int as items,
      coalesce(round(sum(b.on_hand * p.cents / nullif(p.quantity, 0))), 0)::bigint as cents
    from stock_balance b
    join stock_location o on o.org_id = b.org_id and o.id = b.location_id
    join lateral (
        select sum(k.value_cents) as cents, sum(k.quantity) as quantity
        from stock_pool k
        where k.org_id = b.org_id and k.item_id = b.item_id
      ) p
      on true
    where b.org_id = ${db.scope.orgId}
      and b.on_hand > 0
      and o.role <> 'transit'
      and o.place_id = any(${arrayOf(placeIds)}::uuid[])
    group by o.place_id
  `);
