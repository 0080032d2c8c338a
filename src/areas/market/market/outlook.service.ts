import { groupBy } from "#kernel/group.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { commodityNames } from "#areas/vendors/vendors.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Unwanted, UnwantedSource } from "#server/outlook/sources.ts";
import { trendOf, type Point } from "./trend.model.ts";

type Bought = Point & { code: string; unit: string; cents: number };
const daysBack = 3 * 365;
// Prices that rise less are no news; those below the spread may be chance.
const leastPercent = 5;

// Lines of the ten commodities on which most was spent, each in one unit.
const linesOf = (db: Db, from: Day) =>
  db.rows<Bought>(sql`
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

/** What a year of buying costs more by the trend, of lines of one commodity in one unit; null of no rise. */
export const risingBy = (
  lines: readonly (Point & { cents: number })[],
  yearAgo: Day,
): { percent: number; cents: number; spread: number } | null => {
  const trend = trendOf(lines);
  if (!trend || trend.percentPerYear === null || trend.percentPerYear < leastPercent) return null;
  if (trend.to - trend.from <= trend.spread) return null;
  const year = lines
    .filter((line) => line.day >= yearAgo)
    .reduce((all, line) => all + line.cents, 0);
  return {
    percent: trend.percentPerYear,
    cents: Math.round((year * trend.percentPerYear) / 100),
    spread: trend.spread,
  };
};

const rising = async (db: Db): Promise<Unwanted[]> => {
  const today = businessDate(db.scope);
  const lines = await linesOf(db, addDays(today, -daysBack));
  const by = groupBy(lines, (line) => `${line.code} ${line.unit}`);
  const names = await commodityNames(db, [...new Set(lines.map((line) => line.code))]);
  return [...by].flatMap(([id, all]) => {
    const rise = risingBy(all, addDays(today, -365));
    if (!rise) return [];
    const { code, unit } = all[0]!;
    return {
      id: `price:${id}`,
      text: `${names.get(code) ?? code} costs ${rise.percent.toFixed(0)} % more each year: ${formatCents(rise.cents)} of what was bought in the last one`,
      on: null,
      cents: rise.cents,
      band: `prices spread by ${rise.spread.toFixed(2)} per ${unit} around the trend`,
      error: `trend of ${all.length} prices; bought too rarely to test it by month`,
      opens: `/market-intelligence?commodity=${encodeURIComponent(code)}`,
    };
  });
};

/** Commodities whose price rises by its robust trend. */
export const risingPrices: UnwantedSource = {
  id: "prices",
  permission: "market.read",
  read: rising,
};
