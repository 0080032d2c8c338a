import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PricePaid } from "./price.model.ts";

const wentOut = sql`('issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed')`;

/**
 * The last prices that orders went out with: of a commodity code (those most like the description
 * first), or, without a code, of exactly this
 * description. Looks at the newest 300 lines and gives at most 8; unit prices are decimal strings.
 */
export const pricesPaid = (
  db: Db,
  commodity: string,
  description: string,
): Promise<PricePaid[]> => {
  const key = commodity
    ? sql`l.commodity_code = ${commodity}`
    : sql`l.description = ${description}`;
  return db.rows<PricePaid>(sql`
    select
      n.id, n.description, n.quantity, n.unit, n.unit_price, o.id as order_id,
      o.number as order_number, o.ordered_on, v.name as vendor
    from (
      select l.*
      from purchase_order_line l
      where l.org_id = ${db.scope.orgId} and ${key} and not l.cancelled
      order by l.id desc
      limit 300
    ) n
    join purchase_order o on o.org_id = n.org_id and o.id = n.purchase_order_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where o.status in ${wentOut}
    order by
      round(similarity(n.description, ${description})::numeric, 1) desc, o.ordered_on desc,
      n.id desc
    limit 8
  `);
};
