import { quantity } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { DatedMethod, StockEntry } from "./cost.model.ts";
import type { CostMethod } from "./pool.model.ts";
import type { StoredPool } from "./state.model.ts";

/** An item as its movements need it. */
export type StockedItem = {
  id: string;
  number: string;
  name: string;
  status: string;
  unit: string;
  packs: readonly { name: string; quantity: string }[];
  tracking: "none" | "lot" | "serial";
  costClass: string;
  shelfLifeDays: number | null;
};

/**
 * The items, locked in the order of their ids: whoever moves stock of an item waits for everybody else
 * who does, so that what was read of its pools and places stands.
 */
export const lockItems = (tx: Tx, ids: readonly string[]): Promise<StockedItem[]> =>
  tx.rows<StockedItem>(sql`
    select id, number, name, status, unit, packs, tracking, cost_class, shelf_life_days
    from stock_item
    where org_id = ${tx.scope.orgId} and id = any(${arrayOf(ids)}::uuid[])
    order by id
    for no key update
  `);

/** From which day on each class of items is priced how. */
export const methodsOf = async (
  db: Db,
  classes: readonly string[],
): Promise<ReadonlyMap<string, readonly DatedMethod[]>> => {
  const rows = await db.rows<{ costClass: string; method: CostMethod; fromOn: Day }>(sql`
    select cost_class, method, from_on
    from stock_cost_policy
    where org_id = ${db.scope.orgId} and cost_class = any(${arrayOf(classes)}::text[])
    order by cost_class, from_on
  `);
  const methods = new Map<string, DatedMethod[]>();
  for (const { costClass, method, fromOn } of rows)
    methods.set(costClass, [...(methods.get(costClass) ?? []), { method, from: fromOn }]);
  return methods;
};

export type PoolRow = {
  itemId: string;
  fundId: string;
  /** `numeric(18,4)` text. */
  quantity: string;
  valueCents: number;
  state: StoredPool;
};

/** The pools of items, one for each fund. */
export const poolsOf = (db: Db, itemIds: readonly string[]): Promise<PoolRow[]> =>
  db.rows<PoolRow>(sql`
    select item_id, fund_id, quantity::text as quantity, value_cents, state
    from stock_pool
    where org_id = ${db.scope.orgId} and item_id = any(${arrayOf(itemIds)}::uuid[])
    order by item_id, fund_id
  `);

/** A line of the history with what stands posted of it, in integer cents with its sign. */
export type Posted = { entry: StockEntry; standing: number; movementId: string };

type Line = {
  id: string;
  movementId: string;
  movedOn: Day;
  postedAt: Instant;
  quantity: string;
  lotId: string | null;
  outOf: boolean;
  into: boolean;
  returnsLineId: string | null;
  standing: number;
};

/**
 * The whole history of one item of one fund, without what was reversed: each line with its value and
 * all that corrected it.
 */
export const historyOf = async (db: Db, itemId: string, fundId: string): Promise<Posted[]> => {
  const lines = await db.rows<Line>(sql`
    select
      l.id, l.movement_id, m.moved_on, m.posted_at, l.quantity::text as quantity, l.lot_id,
      l.from_location_id is not null as out_of, l.to_location_id is not null as into,
      l.returns_line_id,
      (l.value_cents + coalesce(
        (
          select sum(c.value_cents)
          from stock_movement_line c
          where c.org_id = l.org_id and c.corrects_line_id = l.id
        ),
        0
      ))::bigint as standing
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${db.scope.orgId}
      and l.item_id = ${itemId}
      and l.fund_id = ${fundId}
      and l.corrects_line_id is null
      and m.status = 'posted'
      and m.reverses_id is null
    order by m.moved_on, m.posted_at, l.id
  `);
  return lines.map((line) => ({
    entry: entryOf(line),
    standing: line.standing,
    movementId: line.movementId,
  }));
};

const entryOf = (line: Line): StockEntry => {
  const { id, movedOn, postedAt, lotId: lot, returnsLineId } = line;
  const placed = { id, movedOn, postedAt, quantity: quantity(line.quantity) };
  if (line.outOf && line.into) return { ...placed, kind: "transfer" };
  if (line.outOf) return { ...placed, kind: "out", lot };
  return returnsLineId
    ? { ...placed, kind: "return", of: returnsLineId }
    : { ...placed, kind: "in", cents: line.standing, lot };
};

/** A day of the past on which something would lie at a place less than nothing. */
export type PastShortage = {
  itemId: string;
  location: string;
  movedOn: Day;
  /** `numeric(18,4)` text, below 0. */
  left: string;
};

/**
 * The first day on which a place, a lot or a fund of it would have held less than nothing, over the
 * whole history of the items; null where it never would. `without`: a movement that is being reversed.
 */
export const pastShortage = (
  db: Db,
  itemIds: readonly string[],
  without: string | null,
): Promise<PastShortage | null> =>
  db.maybe<PastShortage>(sql`
    with moves as (
      select l.item_id, l.lot_id, l.fund_id, p.location_id, m.moved_on, m.posted_at, l.id, p.change
      from stock_movement_line l
      join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
      cross join lateral (
        values (l.from_location_id, -l.quantity), (l.to_location_id, l.quantity)
      ) p(location_id, change)
      where l.org_id = ${db.scope.orgId}
        and l.item_id = any(${arrayOf(itemIds)}::uuid[])
        and p.location_id is not null
        and m.status = 'posted'
        and m.reverses_id is null
        and m.id is distinct from ${without}::uuid
    ),
    running as (
      select
        item_id, location_id, moved_on, posted_at,
        sum(change) over (
          partition by item_id, location_id, lot_id, fund_id order by moved_on, posted_at, id
        ) as remains
      from moves
    )
    select r.item_id, o.name as location, r.moved_on, r.remains::text as left
    from running r
    join stock_location o on o.org_id = ${db.scope.orgId} and o.id = r.location_id
    where r.remains < 0
    order by r.moved_on, r.posted_at
    limit 1
  `);
