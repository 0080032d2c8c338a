import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a requisition's line still allows: `left` in its unit, "0" where it cannot be ordered. */
export type LeftToOrder = { id: string; requisitionNumber: string; unit: string; left: string };

/**
 * What is left to order of requisitions' lines, by line. Nothing is left of a line whose
 * requisition is not approved, or was ordered or cancelled.
 */
export const leftToOrder = async (
  db: Db,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, LeftToOrder>> => {
  if (lineIds.length === 0) return new Map();
  const rows = await db.rows<LeftToOrder>(sql`
    select
      l.id, r.number as requisition_number, l.unit,
      (case
        when r.status not in ('approved', 'partly_ordered') then 0
        else greatest(
          0,
          l.quantity - l.cancelled_quantity - coalesce(
            (
              select sum(p.quantity)
              from purchase_order_line p
              join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
              where p.org_id = l.org_id
                and p.requisition_line_id = l.id
                and not p.cancelled
                and o.status <> 'cancelled'
            ),
            0
          )
        )
      end)::numeric(18,4) as left
    from requisition_line l
    join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
    where l.org_id = ${db.scope.orgId} and l.id = any(${lineIds}::uuid[])
  `);
  return new Map(rows.map((row) => [row.id, row]));
};
