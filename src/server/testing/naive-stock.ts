// A second recomputation of what stock is worth, which knows single pieces and nothing of layers: every unit is a
// token of the receipt that it came by.
import type { StockEntry } from "#areas/inventory/ledger/cost.model.ts";
import type { CostMethod } from "#areas/inventory/ledger/pool.model.ts";

type Token = { receipt: string; lot: string | null };
type Taken = { receipt: string; tokens: Token[]; cents: number };
type Naive = {
  stock: Token[];
  worth: Map<string, number>;
  pool: number;
  values: Map<string, number>;
};

const units = (entry: StockEntry): number => Number(entry.quantity / 10_000n);
const rounded = (cents: number, part: number, whole: number): number =>
  part === whole ? cents : Math.floor((2 * cents * part + whole) / (2 * whole));

const byRemainder = (cents: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight) => Math.floor((cents * weight) / whole));
  const rest = cents - parts.reduce((a, b) => a + b, 0);
  const order = weights
    .map((weight, at) => [(cents * weight) % whole, at] as const)
    .sort(([a, i], [b, j]) => b - a || i - j);
  for (const [, at] of order.slice(0, rest)) parts[at]!++;
  return parts;
};

const takeTokens = (state: Naive, wanted: number, lot: string | null): Token[] => {
  const taken: Token[] = [];
  state.stock = state.stock.filter((token) => {
    if (taken.length === wanted || (lot !== null && token.lot !== lot)) return true;
    taken.push(token);
    return false;
  });
  if (taken.length < wanted) throw new Error("short");
  return taken;
};

const groups = (tokens: readonly Token[]): Map<string, Token[]> => {
  const by = new Map<string, Token[]>();
  for (const token of tokens) by.set(token.receipt, [...(by.get(token.receipt) ?? []), token]);
  return by;
};

const priceOut = (state: Naive, tokens: Token[], method: CostMethod): Taken[] => {
  const before = state.stock.length + tokens.length;
  const taken = [...groups(tokens)].map(([receipt, own]) => {
    const left = state.stock.filter((token) => token.receipt === receipt).length;
    const cents = rounded(state.worth.get(receipt)!, own.length, own.length + left);
    state.worth.set(receipt, state.worth.get(receipt)! - cents);
    return { receipt, tokens: own, cents };
  });
  if (method === "fifo") return taken;
  const shares = byRemainder(
    rounded(state.pool, tokens.length, before),
    taken.map((each) => each.tokens.length),
  );
  return taken.map((each, at) => ({ ...each, cents: shares[at]! }));
};

const giveBack = (state: Naive, out: Taken[], count: number, order: readonly string[]): number => {
  let rest = count;
  let cents = 0;
  for (const each of out.toReversed()) {
    const part = Math.min(rest, each.tokens.length);
    if (part === 0) continue;
    const share = rounded(each.cents, part, each.tokens.length);
    state.stock.push(...each.tokens.splice(0, part));
    each.cents -= share;
    state.worth.set(each.receipt, state.worth.get(each.receipt)! + share);
    cents += share;
    rest -= part;
  }
  if (rest > 0) throw new Error("short");
  state.stock.sort((a, b) => order.indexOf(a.receipt) - order.indexOf(b.receipt));
  return cents;
};

/**
 * A pool worked out anew from its history, line by line in the order in which it moved: quantity, value, and
 * what every line moves in integer cents. Throws `short` where something would go out that is not there.
 */
export const naiveStock = (history: readonly StockEntry[], method: CostMethod): Naive => {
  const ordered = history.toSorted(
    (a, b) =>
      a.movedOn.localeCompare(b.movedOn) ||
      Date.parse(a.postedAt) - Date.parse(b.postedAt) ||
      (a.id < b.id ? -1 : 1),
  );
  const order = ordered.map(({ id }) => id);
  const state: Naive = { stock: [], worth: new Map(), pool: 0, values: new Map() };
  const outs = new Map<string, Taken[]>();
  for (const entry of ordered) {
    if (entry.kind === "transfer") continue;
    let moved = 0;
    if (entry.kind === "in") {
      state.stock.push(
        ...Array.from({ length: units(entry) }, () => ({ receipt: entry.id, lot: entry.lot })),
      );
      state.worth.set(entry.id, entry.cents);
      moved = entry.cents;
    } else if (entry.kind === "out") {
      const taken = priceOut(state, takeTokens(state, units(entry), entry.lot), method);
      outs.set(entry.id, taken);
      moved = -taken.reduce((sum, { cents }) => sum + cents, 0);
    } else moved = giveBack(state, outs.get(entry.of) ?? [], units(entry), order);
    state.pool += moved;
    state.values.set(entry.id, moved + 0);
  }
  return state;
};
