import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";

/** Who placed, issued or received orders (SQL of their ids). */
export const handsOnOrders = async (db: Db, orders: Sql): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct h.id
      from purchase_order o
      cross join lateral (
        select o.buyer_id as id
        union all
        select v.created_by
        from purchase_order_version v
        where v.org_id = o.org_id and v.purchase_order_id = o.id and v.revision = 1
        union all
        select r.received_by
        from receipt r
        where r.org_id = o.org_id and r.purchase_order_id = o.id and r.status = 'posted'
      ) h
      where o.org_id = ${db.scope.orgId} and o.id in (${orders}) and h.id is not null
    `)
  ).map((h) => h.id);
