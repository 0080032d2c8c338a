import type { Day } from "#kernel/time.ts";
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

type BoughtAt = { code: string; unit: string; day: Day; price: number; cents: number };

/**
 * What orders paid since a day for the ten commodities on which most was spent, each in one unit: unit
 * prices in dollars, the line's amount in cents, the newest first and at most 4,000 lines.
 */
export const pricesOverTime = (db: Db, from: Day): Promise<BoughtAt[]> =>
  db.rows<BoughtAt>(sql`
    with bought as (
      select
        l.commodity_code as code, l.unit, o.ordered_on as day, l.unit_price::float8 as price,
        round(l.unit_price * l.quantity * 100)::bigint as cents
      from purchase_order o
      join purchase_order_line l
        on l.org_id = o.org_id
        and l.purchase_order_id = o.id
        and not l.cancelled
      where o.org_id = ${db.scope.orgId}
        and o.issued_at is not null
        and o.status <> 'cancelled'
        and o.ordered_on >= ${from}::date
        and l.commodity_code is not null
    ),
    most as (
      select code, unit
      from bought
      group by 1, 2
      having count(*) >= 5
      order by sum(cents) desc, 1, 2
      limit 10
    )
    select b.code, b.unit, b.day, b.price, b.cents
    from bought b
    join most m on m.code = b.code and m.unit = b.unit
    order by b.day desc
    limit 4000
  `);

/**
 * Which commodities orders buy, by the order's id: codes of their lines without repetition. Orders
 * whose lines have none are not in it.
 */
export const commoditiesOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await db.rows<{ id: string; codes: string[] }>(sql`
    select l.purchase_order_id as id, array_agg(distinct l.commodity_code) as codes
    from purchase_order_line l
    where l.org_id = ${db.scope.orgId}
      and l.purchase_order_id = any(${[...orderIds]}::uuid[])
      and l.commodity_code <> ''
    group by l.purchase_order_id
  `);
  return new Map(rows.map(({ id, codes }) => [id, codes]));
};

/** The commodity code of each of these lines of orders that has one. */
export const commoditiesOfLines = async (
  db: Db,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; code: string }>(sql`
    select l.id, l.commodity_code as code
    from purchase_order_line l
    where l.org_id = ${db.scope.orgId}
      and l.id = any(${[...lineIds]}::uuid[])
      and l.commodity_code <> ''
  `);
  return new Map(rows.map(({ id, code }) => [id, code]));
};
