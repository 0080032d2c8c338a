import { businessDate } from "#server/clock.ts";
import type { Day } from "#kernel/time.ts";
import { names } from "#kernel/labels.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { stockClasses, type StockClass } from "./count.labels.ts";
import type { CountsDue } from "./count.model.ts";
import { countRuleOn } from "./rule.service.ts";
import type { Intervals } from "./tolerance.model.ts";

/** Locations that are named at most, those with most that is due first. */
const mostLocations = 50;

type Part = {
  class: StockClass;
  locationId: string;
  code: string;
  name: string;
  due: number;
  of: number;
  oldest: Day | null;
};

const earlier = (a: Day | null, b: Day | null): Day | null =>
  a === null || b === null ? null : a < b ? a : b;

const together = (parts: readonly Part[]) => ({
  due: parts.reduce((sum, { due }) => sum + due, 0),
  of: parts.reduce((sum, part) => sum + part.of, 0),
  oldest: parts.map(({ oldest }) => oldest).reduce(earlier, parts[0]?.oldest ?? null),
});

const partsOf = (db: Db, rule: Intervals, today: Day): Promise<Part[]> =>
  db.rows<Part>(sql`
    with lies as (
      select distinct b.item_id, b.location_id
      from stock_balance b
      join stock_location o on o.org_id = b.org_id and o.id = b.location_id and o.role <> 'transit'
      where b.org_id = ${db.scope.orgId} and b.on_hand > 0
    ),
    seen as (
      select
        t.item_id, t.location_id,
        max((c.updated_at at time zone ${db.scope.timeZone ?? "UTC"})::date) as last_on
      from stock_count_task t
      join stock_count c on c.org_id = t.org_id and c.id = t.count_id and c.status = 'posted'
      where t.org_id = ${db.scope.orgId}
      group by t.item_id, t.location_id
    ),
    classed as (
      select l.location_id, coalesce(k.class, 'C') as class, s.last_on
      from lies l
      left join stock_class k on k.org_id = ${db.scope.orgId} and k.item_id = l.item_id
      left join seen s on s.item_id = l.item_id and s.location_id = l.location_id
    )
    select
      k.class, k.location_id, o.code, o.name, count(*)::int as "of",
      count(*) filter (
        where k.last_on is null
        or k.last_on + (case k.class
          when 'A' then ${rule.daysA}::int
          when 'B' then ${rule.daysB}::int
          else ${rule.daysC}::int
        end) < ${today}
      )::int as due,
      case when bool_or(k.last_on is null) then null else min(k.last_on) end as oldest
    from classed k
    join stock_location o on o.org_id = ${db.scope.orgId} and o.id = k.location_id
    group by k.class, k.location_id, o.code, o.name
    order by o.code
  `);

/**
 * What lies in the stores and was not counted within the interval of its class, by class and by
 * location. What was never counted is due.
 */
export const countsDueOf = async (db: Db): Promise<CountsDue> => {
  const today = businessDate(db.scope);
  const [rule, worked] = await Promise.all([
    countRuleOn(db, today),
    db.one<{ on: Day | null }>(sql`
      select min(worked_on) as "on"
      from stock_class
      where org_id = ${db.scope.orgId}
    `),
  ]);
  const parts = await partsOf(db, rule, today);
  const days = { A: rule.daysA, B: rule.daysB, C: rule.daysC };
  const ids = [...new Set(parts.map(({ locationId }) => locationId))];
  const locations = ids.map((id) => {
    const there = parts.filter(({ locationId }) => locationId === id);
    return { id, code: there[0]!.code, name: there[0]!.name, ...together(there) };
  });
  return {
    due: together(parts).due,
    workedOn: worked.on,
    rule,
    classes: names(stockClasses).map((of) => ({
      class: of,
      days: days[of],
      ...together(parts.filter((part) => part.class === of)),
    })),
    locations: locations
      .filter(({ due }) => due > 0)
      .toSorted((a, b) => b.due - a.due)
      .slice(0, mostLocations),
  };
};
