import { conflict } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { settle, type Correction, type Settled } from "./corrections.model.ts";
import { replay, type DatedMethod, type Shortage } from "./cost.model.ts";
import {
  historyOf,
  methodsOf,
  poolsOf,
  type PoolRow,
  type Posted,
  type StockedItem,
} from "./history.service.ts";
import { entryOfLeg, type Leg } from "./leg.model.ts";
import { stockMovementLine } from "./ledger.tables.ts";
import { shareOf } from "./pool.model.ts";
import { isLast, poolOf, storedPool, type StoredPool } from "./state.model.ts";

/** What a posting does to the pools of its items. */
export type Posting = {
  at: { movedOn: Day; postedAt: Instant };
  legs: readonly Leg[];
  /** The movement that is taken back: its lines are no longer in the history. */
  without?: string;
  /** What came in at another cost than it was posted with, in integer cents by line. */
  costs?: ReadonlyMap<string, number>;
};

/** A pool as it was settled; `past` where its history was looked at. */
type SettledPool = {
  itemId: string;
  fundId: string;
  values: ReadonlyMap<string, number>;
  corrections: Correction[];
  past: boolean;
  /** What each line that went out took of which receipt, as far as it was looked at. */
  open: Settled["after"]["open"];
  /** The receipts of which something is left. */
  receipts: readonly string[];
};

/** All pools of a posting: what each line moves in integer cents, and whether it moved in the past. */
export type SettledPools = {
  pools: readonly SettledPool[];
  values: ReadonlyMap<string, number>;
  past: boolean;
};

const emptyState: StoredPool = { method: "average", layers: [], until: null };

/**
 * Settles a posting in every pool that it touches (their items are locked): what each line moves in
 * integer cents, and the adjusting entries of lines posted before. Writes the pools. 409 `below_zero`
 * with the day on which there would have been less than nothing.
 */
export const settlePools = async (
  tx: Tx,
  items: readonly StockedItem[],
  touched: readonly { itemId: string; fundId: string }[],
  posting: Posting,
): Promise<SettledPools> => {
  const [pools, methods] = await Promise.all([
    poolsOf(
      tx,
      items.map(({ id }) => id),
    ),
    methodsOf(
      tx,
      items.map(({ costClass }) => costClass),
    ),
  ]);
  const keys = new Map(
    touched.map(({ itemId, fundId }) => [`${itemId} ${fundId}`, { itemId, fundId }]),
  );
  const settled: SettledPool[] = [];
  for (const { itemId, fundId } of keys.values()) {
    const item = items.find(({ id }) => id === itemId)!;
    const pool = pools.find((each) => each.itemId === itemId && each.fundId === fundId) ?? {
      ...{ itemId, fundId, quantity: "0", valueCents: 0, state: emptyState },
    };
    settled.push(await settlePool(tx, item, pool, methods.get(item.costClass) ?? [], posting));
  }
  return {
    pools: settled,
    values: new Map(settled.flatMap(({ values }) => [...values])),
    past: settled.some(({ past }) => past),
  };
};

const settlePool = async (
  tx: Tx,
  item: StockedItem,
  pool: PoolRow,
  methods: readonly DatedMethod[],
  posting: Posting,
): Promise<SettledPool> => {
  const { itemId, fundId } = pool;
  const worth = (leg: Leg): number => {
    const whole = quantity(pool.quantity);
    return whole === 0n ? 0 : shareOf(pool.valueCents, quantity(leg.quantity), whole);
  };
  const legs = posting.legs.filter((leg) => leg.itemId === itemId && leg.fundId === fundId);
  const entries = legs.map((leg) => entryOfLeg(leg, posting.at, worth(leg)));
  const past = !behindAll(pool, posting, legs);
  const outcome = !past
    ? settledBehind(pool, entries, methods)
    : settle(withCosts(await historyOf(tx, itemId, fundId), posting), entries, methods);
  if ("shortage" in outcome) throw belowZero(item, outcome.shortage);
  await writePool(tx, pool, outcome, posting);
  const { values, corrections, after } = outcome;
  const receipts = after.layers.map(({ receipt }) => receipt);
  return { itemId, fundId, values, corrections, past, open: after.open, receipts };
};

// What comes behind all that moved needs no history: how the pool stood is kept.
const behindAll = ({ state }: PoolRow, posting: Posting, legs: readonly Leg[]): boolean =>
  !posting.without &&
  !posting.costs &&
  isLast(state.until, posting.at) &&
  legs.every(({ returnsLineId }) => returnsLineId === null);

const settledBehind = (
  { state, valueCents }: PoolRow,
  entries: Parameters<typeof replay>[0],
  methods: readonly DatedMethod[],
): Settled | { shortage: Shortage } => {
  const after = replay(entries, methods, poolOf(state, valueCents));
  return after.shortage
    ? { shortage: after.shortage }
    : { values: after.values, corrections: [], after };
};

const withCosts = (history: readonly Posted[], { without, costs }: Posting): Posted[] =>
  history
    .filter(({ movementId }) => movementId !== without)
    .map((posted) => {
      const { entry } = posted;
      const cents = costs?.get(entry.id);
      return entry.kind === "in" && cents !== undefined
        ? { ...posted, entry: { ...entry, cents } }
        : posted;
    });

const belowZero = (item: StockedItem, { movedOn, missing }: Shortage) =>
  conflict(
    "below_zero",
    `${item.name}: on ${formatDate(movedOn)} there would be ${shownDecimal(quantityText(missing))} ${item.unit} less than nothing.`,
    { day: movedOn },
  );

const later = (until: StoredPool["until"], at: Posting["at"]): Posting["at"] =>
  until && !isLast(until, at) ? until : at;

const writePool = (
  tx: Tx,
  { itemId, fundId, state }: PoolRow,
  { after: { pool } }: Settled,
  { at }: Posting,
): Promise<unknown> => {
  const kept = JSON.stringify(storedPool(pool, later(state.until, at)));
  return tx.rows(sql`
    insert into stock_pool (org_id, item_id, fund_id, quantity, value_cents, state)
    values (
      ${tx.scope.orgId}, ${itemId}, ${fundId}, ${quantityText(pool.quantity)}::numeric,
      ${pool.value}, ${kept}::jsonb
    )
    on conflict (org_id, item_id, fund_id)
    do update set
      quantity = excluded.quantity, value_cents = excluded.value_cents, state = excluded.state
  `);
};

/** Stores the lines of a movement with what each moves, in integer cents by line. */
export const storeLegs = (
  tx: Tx,
  movementId: string,
  legs: readonly Leg[],
  values: ReadonlyMap<string, number>,
): Promise<void> =>
  insertRows(
    tx,
    stockMovementLine,
    legs.map(({ cents: _cost, ...leg }, at) => ({
      ...leg,
      orgId: tx.scope.orgId!,
      movementId,
      lineNo: at + 1,
      valueCents: values.get(leg.id) ?? 0,
      correctsLineId: null,
    })),
  );

/** An adjusting entry as it was stored: its own line, the line whose value it corrects, integer cents. */
export type StoredCorrection = { id: string; corrects: string; cents: number };

/** Stores adjusting entries: each names the line whose value it corrects and moves nothing else. */
export const storeCorrections = async (
  tx: Tx,
  movementId: string,
  settled: readonly SettledPool[],
): Promise<StoredCorrection[]> => {
  const entries = settled.flatMap(({ itemId, fundId, corrections }) =>
    corrections.map(({ corrects, cents }) => ({ id: newId(), itemId, fundId, corrects, cents })),
  );
  await insertRows(
    tx,
    stockMovementLine,
    entries.map(({ id, itemId, fundId, corrects, cents }, at) => ({
      orgId: tx.scope.orgId!,
      id,
      movementId,
      lineNo: at + 1,
      itemId,
      lotId: null,
      fundId,
      fromLocationId: null,
      toLocationId: null,
      quantity: "0",
      unit: "",
      typedQuantity: "0",
      valueCents: cents,
      returnsLineId: null,
      correctsLineId: corrects,
      receiptLineId: null,
    })),
  );
  return entries;
};
