import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** How many orders went out to each of these vendors since a day; vendors without one are left out. */
export const ordersByVendor = async (
  db: Db,
  vendorIds: readonly string[],
  since: Day,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ vendorId: string; orders: number }>(sql`
    select vendor_id, count(*)::int as orders
    from purchase_order
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${[...vendorIds]}::uuid[])
      and issued_at is not null
      and status <> 'cancelled'
      and ordered_on > ${since}
    group by vendor_id
  `);
  return new Map(rows.map(({ vendorId, orders }) => [vendorId, orders]));
};
