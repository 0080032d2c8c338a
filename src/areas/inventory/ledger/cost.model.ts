import type { Day, Instant } from "#kernel/time.ts";
import {
  emptyPool,
  takeBack,
  takeIn,
  takeOut,
  underMethod,
  valueOf,
  type CostMethod,
  type Missing,
  type Piece,
  type Pool,
} from "./pool.model.ts";

type Placed = {
  /** The line of the movement. */
  id: string;
  /** The day on which it moved, which a later posting may put back into the past. */
  movedOn: Day;
  postedAt: Instant;
  /** Ten-thousandths of the item's unit, more than 0. */
  quantity: bigint;
};

/** What came in for what it cost, in integer cents; 0 for free goods. */
type InEntry = Placed & { kind: "in"; cents: number; lot: string | null };
/** What went out: of a named lot, or of the oldest receipts. */
type OutEntry = Placed & { kind: "out"; lot: string | null };
/** What an issue did not use and gave back. `of` is the line that it went out by. */
type ReturnEntry = Placed & { kind: "return"; of: string };
/** From one place to another: the pool is over all places, so nothing changes. */
type TransferEntry = Placed & { kind: "transfer" };
/** A line of the pool of one item of one fund. Reversed movements and those that reverse them are none. */
export type StockEntry = InEntry | OutEntry | ReturnEntry | TransferEntry;

/** From which day on the agency prices its issues how. Before the first one the mean holds. */
export type DatedMethod = { from: Day; method: CostMethod };

/** The line at which the pool, or its lot, would go below nothing; `missing` in ten-thousandths. */
export type Shortage = { id: string; movedOn: Day; missing: bigint };

export type Replay = {
  pool: Pool;
  quantity: bigint;
  /** Integer cents of what is left. */
  value: number;
  layers: Pool["layers"];
  /** What each line moves, in integer cents: in and returns add, outs take away. */
  values: ReadonlyMap<string, number>;
  /** What each line that went out still has out, of which receipt and at what. */
  open: ReadonlyMap<string, readonly Piece[]>;
  /** Integer cents that a line should have cost, never negative; 0 for one that is not here. */
  valueOf: (id: string) => number;
  /** Where the history cannot be: nothing behind it was looked at. */
  shortage: Shortage | null;
};

/** The order in which stock moved: by day, then as it was posted, then by line. */
const inOrder = (a: Placed, b: Placed): number =>
  compare(a.movedOn, b.movedOn) ||
  Date.parse(a.postedAt) - Date.parse(b.postedAt) ||
  compare(a.id, b.id);

/** The method of a day. */
export const methodOn = (methods: readonly DatedMethod[], day: Day): CostMethod =>
  methods
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => compare(a.from, b.from))
    .at(-1)?.method ?? "average";

type State = { pool: Pool; open: Map<string, readonly Piece[]>; values: Map<string, number> };

/**
 * The whole history of a pool from its beginning, in its order, whatever order it was posted in: what
 * is left, what it is worth, and what every line should have cost. Nothing is rounded twice: what
 * goes out last takes what is left, and the value is always the sum of what moved. `before`: how the
 * pool stood, where only what came behind all else is looked at (returns of older issues excepted).
 */
export const replay = (
  entries: readonly StockEntry[],
  method: CostMethod | readonly DatedMethod[],
  before: Pool = emptyPool(typeof method === "string" ? method : "average"),
): Replay => {
  const on = (day: Day) => (typeof method === "string" ? method : methodOn(method, day));
  const state: State = { pool: before, open: new Map(), values: new Map() };
  let shortage: Shortage | null = null;
  for (const entry of entries.toSorted(inOrder)) {
    state.pool = underMethod(state.pool, on(entry.movedOn));
    const refused = moved(state, entry);
    if (!refused) continue;
    shortage = { id: entry.id, movedOn: entry.movedOn, missing: refused.missing };
    break;
  }
  const { pool, values } = state;
  return {
    pool,
    quantity: pool.quantity,
    value: pool.value,
    layers: pool.layers.filter(({ quantity }) => quantity > 0n),
    values,
    open: state.open,
    valueOf: (id) => Math.abs(values.get(id) ?? 0),
    shortage,
  };
};

const moved = (state: State, entry: StockEntry): Missing | null => {
  if (entry.kind === "transfer") return null;
  if (entry.kind === "in") {
    const { id: receipt, lot, quantity, cents } = entry;
    state.pool = takeIn(state.pool, { receipt, lot, quantity, cents });
    state.values.set(entry.id, cents);
    return null;
  }
  if (entry.kind === "out") {
    const taken = takeOut(state.pool, entry.quantity, entry.lot);
    if ("missing" in taken) return taken;
    state.pool = taken.pool;
    state.open.set(entry.id, taken.pieces);
    state.values.set(entry.id, -valueOf(taken.pieces) || 0);
    return null;
  }
  const back = takeBack(state.pool, state.open.get(entry.of) ?? [], entry.quantity);
  if ("missing" in back) return back;
  state.pool = back.pool;
  state.open.set(entry.of, back.left);
  state.values.set(entry.id, valueOf(back.pieces));
  return null;
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
