import { newId } from "#kernel/ids.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { lockItems, poolsOf } from "../ledger/history.service.ts";
import type { CountRecord } from "./count.noun.ts";
import { stockCountEntry } from "./count.tables.ts";
import { isWithin, worthOf } from "./tolerance.model.ts";

type Line = {
  id: string;
  taskId: string;
  itemId: string;
  quantity: string;
  ledger: string;
  before: string | null;
};

/** What a comparison found: what the differences are worth together, and which lines are beyond. */
export type Compared = {
  cents: number;
  beyond: readonly string[];
  differing: readonly string[];
  /** The ledger at the instant is another one than it was when this was compared before. */
  changed: boolean;
};

const itemsOf = (tx: Tx, countId: string) =>
  tx.rows<{ itemId: string }>(sql`
    select distinct item_id
    from stock_count_task
    where org_id = ${tx.scope.orgId} and count_id = ${countId}
  `);

const nameLots = (tx: Tx, countId: string) =>
  tx.rows(sql`
    update stock_count_entry e
    set lot_id = l.id, lot = l.code
    from stock_count_task t
    join stock_lot l on l.org_id = t.org_id and l.item_id = t.item_id
    where e.org_id = ${tx.scope.orgId}
      and e.count_id = ${countId}
      and e.lot <> ''
      and t.org_id = e.org_id
      and t.id = e.task_id
      and lower(l.code) = lower(e.lot)
      and e.lot_id is distinct from l.id
  `);

type Missed = {
  taskId: string;
  lotId: string;
  lot: string;
  countedAt: Instant;
  countedBy: string;
};

/** Lots that the ledger had at a place when it was counted, and that nobody found there. */
const missedLots = (tx: Tx, countId: string, round: number): Promise<Missed[]> =>
  tx.rows<Missed>(sql`
    select t.id as task_id, l.lot_id, o.code as lot, n.counted_at, n.counted_by
    from stock_count_task t
    cross join lateral (
      select e.counted_at, e.counted_by
      from stock_count_entry e
      where e.org_id = t.org_id and e.task_id = t.id and e.round = ${round} and not e.missed
      order by e.counted_at desc
      limit 1
    ) n
    join stock_movement_line l
      on l.org_id = t.org_id
      and l.item_id = t.item_id
      and l.lot_id is not null
      and (l.from_location_id = t.location_id or l.to_location_id = t.location_id)
    join stock_lot o on o.org_id = l.org_id and o.id = l.lot_id
    join stock_movement m
      on m.org_id = l.org_id
      and m.id = l.movement_id
      and m.status = 'posted'
      and m.reverses_id is null
      and (m.moved_on, m.posted_at) <= (
        (n.counted_at at time zone ${tx.scope.timeZone ?? "UTC"})::date, n.counted_at
      )
    where t.org_id = ${tx.scope.orgId}
      and t.count_id = ${countId}
      and not exists (
        select 1
        from stock_count_entry e
        where e.org_id = t.org_id
          and e.task_id = t.id
          and e.round = ${round}
          and e.lot_id = l.lot_id
      )
    group by t.id, l.lot_id, o.code, n.counted_at, n.counted_by
    having sum(case when l.to_location_id = t.location_id then l.quantity else -l.quantity end) <> 0
  `);

/**
 * What was counted beside what the ledger had at that instant: every movement of that hour or before,
 * whenever it was entered, without what was taken back since.
 */
const linesOf = (tx: Tx, countId: string, round: number): Promise<Line[]> =>
  tx.rows<Line>(sql`
    select
      e.id, e.task_id, t.item_id, e.quantity::text as quantity, e.ledger_quantity::text as before,
      coalesce(
        (
          select sum(
              case when l.to_location_id = t.location_id then l.quantity else -l.quantity end
            )
          from stock_movement_line l
          join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
          where l.org_id = t.org_id
            and l.item_id = t.item_id
            and (l.from_location_id = t.location_id or l.to_location_id = t.location_id)
            and l.lot_id is not distinct from e.lot_id
            and m.status = 'posted'
            and m.reverses_id is null
            and (m.moved_on, m.posted_at) <= (
              (e.counted_at at time zone ${tx.scope.timeZone ?? "UTC"})::date, e.counted_at
            )
        ),
        0
      )::text as ledger
    from stock_count_entry e
    join stock_count_task t on t.org_id = e.org_id and t.id = e.task_id
    where e.org_id = ${tx.scope.orgId} and e.count_id = ${countId} and e.round = ${round}
  `);

/** How many of each item the agency has, and what they are worth. */
export const wholesOf = async (
  tx: Tx,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, { whole: bigint; cents: number }>> => {
  const wholes = new Map<string, { whole: bigint; cents: number }>();
  for (const pool of await poolsOf(tx, itemIds)) {
    const { whole, cents } = wholes.get(pool.itemId) ?? { whole: 0n, cents: 0 };
    wholes.set(pool.itemId, {
      whole: whole + quantity(pool.quantity),
      cents: cents + pool.valueCents,
    });
  }
  return wholes;
};

/**
 * Compares a round with the ledger at the instants of counting, behind the lock of the items, and keeps
 * beside each line what the ledger had, what the difference is worth and whether it is beyond the
 * count's tolerance. What the ledger has of a lot that nobody found is a line of nothing.
 */
export const compareRound = async (tx: Tx, count: CountRecord, round: 1 | 2): Promise<Compared> => {
  const ids = (await itemsOf(tx, count.id)).map(({ itemId }) => itemId);
  await lockItems(tx, ids);
  await nameLots(tx, count.id);
  const orgId = tx.scope.orgId!;
  const missed = await missedLots(tx, count.id, round);
  await insertRows(
    tx,
    stockCountEntry,
    missed.map((lot) => ({
      ...lot,
      ...{ orgId, id: newId(), countId: count.id, round, quantity: "0", missed: true },
    })),
  );
  const [lines, wholes] = await Promise.all([linesOf(tx, count.id, round), wholesOf(tx, ids)]);
  const judged = lines.map((line) => {
    const difference = quantity(line.quantity) - quantity(line.ledger);
    const part = difference < 0n ? -difference : difference;
    const cents = worthOf(part, wholes.get(line.itemId) ?? { whole: 0n, cents: 0 });
    const within = isWithin({ ledger: line.ledger, counted: line.quantity, cents }, count);
    return {
      ...line,
      differs: difference !== 0n,
      cents: difference < 0n ? -cents : cents,
      beyond: !within,
      changed: line.before !== null && quantity(line.before) !== quantity(line.ledger),
    };
  });
  await tx.rows(sql`
    update stock_count_entry e
    set ledger_quantity = told.ledger, difference_cents = told.cents, beyond = told.beyond
    from unnest(
      ${arrayOf(judged.map(({ id }) => id))}::uuid[],
      ${arrayOf(judged.map(({ ledger }) => quantityText(quantity(ledger))))}::numeric[],
      ${arrayOf(judged.map(({ cents }) => cents))}::bigint[],
      ${arrayOf(judged.map(({ beyond }) => beyond))}::boolean[]
    ) told(id, ledger, cents, beyond)
    where e.org_id = ${orgId} and e.id = told.id
  `);
  return {
    cents: judged.reduce((sum, { cents }) => sum + cents, 0),
    beyond: [...new Set(judged.filter((each) => each.beyond).map(({ taskId }) => taskId))],
    differing: [...new Set(judged.filter((each) => each.differs).map(({ taskId }) => taskId))],
    changed: judged.some((each) => each.changed) || (count.status !== "open" && missed.length > 0),
  };
};
