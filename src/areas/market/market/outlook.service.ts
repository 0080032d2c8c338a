import { groupBy } from "#kernel/group.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { pricesOverTime } from "#areas/procurement/procurement.server.ts";
import { commodityNames } from "#areas/vendors/vendors.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import type { Unwanted, UnwantedSource } from "#server/outlook/sources.ts";
import { trendOf, type Point } from "./trend.model.ts";

const daysBack = 3 * 365;
// Prices that rise less are no news; those below the spread may be chance.
const leastPercent = 5;

/** What a year of buying costs more by the trend, of lines of one commodity in one unit; null of no rise. */
export const risingBy = (
  lines: readonly (Point & { cents: number })[],
  yearAgo: Day,
): { percent: number; cents: number; spread: number } | null => {
  const trend = trendOf(lines);
  if (!trend || trend.percentPerYear === null || trend.percentPerYear < leastPercent) return null;
  if (trend.to - trend.from <= trend.spread) return null;
  // What a few months say is no rise by the year.
  const days = lines.map((line) => line.day).toSorted();
  if (daysBetween(days[0]!, days.at(-1)!) < 365) return null;
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
  const lines = await pricesOverTime(db, addDays(today, -daysBack));
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
