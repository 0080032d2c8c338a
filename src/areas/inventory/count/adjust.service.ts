import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { postingDay } from "#areas/budget/budget.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { poolsOf } from "../ledger/history.service.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import type { LineInput } from "../movement/movement.model.ts";
import { postMovement } from "../movement/post.service.ts";
import type { CountRecord } from "./count.noun.ts";

/** A line of the deciding round that is not what the ledger had. */
type Difference = {
  itemId: string;
  item: string;
  locationId: string;
  lot: string;
  lotId: string | null;
  /** Counted less ledger, decimal text with its sign. */
  difference: string;
  cents: number;
  countedOn: Day;
};

/** What is worth what in the deciding round, gains less losses, in integer cents. */
export const decidedCents = async (db: Db, count: Pick<CountRecord, "id">): Promise<number> =>
  (
    await db.one<{ cents: number }>(sql`
      select coalesce(sum(e.difference_cents), 0)::bigint as cents
      from stock_count_entry e
      join stock_count_task t on t.org_id = e.org_id and t.id = e.task_id
      join stock_count c on c.org_id = e.org_id and c.id = e.count_id
      where e.org_id = ${db.scope.orgId}
        and e.count_id = ${count.id}
        and e.round = case when t.again and c.recounted_by is not null then 2 else 1 end
    `)
  ).cents;

const differencesOf = (tx: Tx, countId: string): Promise<Difference[]> =>
  tx.rows<Difference>(sql`
    select
      t.item_id, i.name as item, t.location_id, e.lot, e.lot_id,
      (e.quantity - e.ledger_quantity)::text as difference, e.difference_cents as cents,
      (e.counted_at at time zone ${tx.scope.timeZone ?? "UTC"})::date as counted_on
    from stock_count_entry e
    join stock_count_task t on t.org_id = e.org_id and t.id = e.task_id
    join stock_count c on c.org_id = e.org_id and c.id = e.count_id
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    where e.org_id = ${tx.scope.orgId}
      and e.count_id = ${countId}
      and e.round = case when t.again and c.recounted_by is not null then 2 else 1 end
      and e.quantity <> e.ledger_quantity
    order by i.number, t.location_id, e.lot
  `);

const lossOf = (line: Difference): LineInput => ({
  itemId: line.itemId,
  fromLocationId: line.locationId,
  toLocationId: null,
  lotId: line.lotId,
  lot: null,
  fundId: null,
  quantity: quantityText(-quantity(line.difference)),
  unit: null,
  valueCents: null,
  returnsLineId: null,
});

// What is found belongs to the fund of which most lies there, else of which the agency has most.
const fundOf = async (tx: Tx, line: Difference, chosen: string | null): Promise<string> => {
  const shelves = await shelvesOf(tx, [line.itemId], [line.locationId]);
  const most = <T>(rows: readonly T[], of: (row: T) => string): T | undefined =>
    rows.toSorted((a, b) => Number(quantity(of(b)) - quantity(of(a))))[0];
  const there = most(shelves, ({ onHand }) => onHand);
  if (there) return there.fundId;
  const pool = most(await poolsOf(tx, [line.itemId]), (each) => each.quantity);
  const fundId = pool?.fundId ?? chosen;
  if (!fundId)
    throw invalidField(
      "fundId",
      `Nothing of ${line.item} was ever in the stores: say which fund it belongs to.`,
      "fund_missing",
    );
  return fundId;
};

const gainOf = async (tx: Tx, line: Difference, chosen: string | null): Promise<LineInput> => ({
  ...lossOf(line),
  fromLocationId: null,
  toLocationId: line.locationId,
  lotId: line.lotId,
  lot: line.lot && !line.lotId ? { code: line.lot, expiresOn: null } : null,
  fundId: await fundOf(tx, line, chosen),
  quantity: quantityText(quantity(line.difference)),
  valueCents: line.cents,
});

/**
 * Posts what a count says is more or less than the ledger had, by adjustments that name the count, on
 * the day on which it was counted (or the first open one). What is missing goes first, so that a piece
 * that lay elsewhere may be found. 409 where less lies there by now than is missing; 422 `fund_missing`.
 */
export const adjustToCount = async (tx: Tx, actor: Actor, count: CountRecord): Promise<void> => {
  const differences = await differencesOf(tx, count.id);
  const days = [...new Set(differences.map(({ countedOn }) => countedOn))].toSorted();
  for (const day of days) {
    const ofDay = differences.filter(({ countedOn }) => countedOn === day);
    const losses = ofDay.filter(({ difference }) => difference.startsWith("-"));
    const gains = ofDay.filter(({ difference }) => !difference.startsWith("-"));
    const movedOn = await postingDay(tx, day);
    const post = (lines: readonly LineInput[]) =>
      postMovement(tx, actor, {
        kind: "adjust",
        movedOn,
        consumer: null,
        reason: `Counted by ${count.number}${count.reason ? `: ${count.reason}` : ""}`.slice(
          0,
          500,
        ),
        countId: count.id,
        lines,
      });
    if (losses.length > 0) await post(losses.map(lossOf));
    if (gains.length === 0) continue;
    const lines: LineInput[] = [];
    for (const line of gains) lines.push(await gainOf(tx, line, count.fundId));
    await post(lines);
  }
};

/** 409 `ledger_changed` for what was posted since it was compared. */
export const ledgerChanged = () =>
  conflict(
    "ledger_changed",
    "Something that moved before the count was posted or taken back since: return it, so that it is compared anew.",
  );
