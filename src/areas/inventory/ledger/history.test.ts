import fc from "fast-check";
import { expect, test } from "vitest";
import { quantity } from "#kernel/quantity.ts";
import { instant, utcDay } from "#kernel/time.ts";
import { settle } from "./corrections.model.ts";
import type { StockEntry } from "./cost.model.ts";
import type { CostMethod } from "./pool.model.ts";

// Random histories against a second recomputation, which knows single pieces of stock and nothing of
// layers: every unit is a token of the receipt that it came by.

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

const naive = (history: readonly StockEntry[], method: CostMethod): Naive => {
  const ordered = history.toSorted((a, b) =>
    `${a.movedOn} ${a.postedAt} ${a.id}` < `${b.movedOn} ${b.postedAt} ${b.id}` ? -1 : 1,
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

type Act = {
  kind: "in" | "out" | "return" | "transfer" | "reprice" | "reverse";
  day: number;
  units: number;
  cents: number;
  lot: string | null;
  pick: number;
};
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom("in", "in", "out", "out", "return", "transfer", "reprice", "reverse"),
  day: fc.nat(9),
  units: fc.integer({ min: 1, max: 7 }),
  cents: fc.oneof(fc.constant(0), fc.nat(5000)),
  lot: fc.constantFrom(null, null, "L1", "L2"),
  pick: fc.nat(50),
});

/** The books: posted lines, what stands of each, and everything that was ever written. */
class Books {
  kept: { entry: StockEntry; standing: number }[] = [];
  written: { cents: number; corrects: string | null }[] = [];
  posted = 0;
  readonly method: CostMethod;

  constructor(method: CostMethod) {
    this.method = method;
  }

  entryOf({ kind, day, units: count, cents, lot, pick }: Act): StockEntry | null {
    const at = String(++this.posted).padStart(3, "0");
    const base = {
      id: `line-${at}`,
      movedOn: utcDay(Date.UTC(2027, 0, 1 + day)),
      postedAt: instant(`2027-06-01T00:00:00.${at}Z`),
      quantity: quantity(String(count)),
    };
    if (kind === "in") return { ...base, kind, cents, lot };
    if (kind === "out") return { ...base, kind, lot };
    if (kind === "transfer") return { ...base, kind };
    const outs = this.kept.filter(({ entry }) => entry.kind === "out");
    const of = outs[pick % outs.length];
    return of ? { ...base, kind: "return", of: of.entry.id } : null;
  }

  /** Posts, reprices or reverses; what would go below nothing changes nothing. */
  take(next: Act): void {
    const at = this.kept[next.pick % this.kept.length];
    if (next.kind === "reprice") {
      if (at?.entry.kind !== "in") return;
      const entry = { ...at.entry, cents: next.cents };
      this.settle(
        this.kept.map((each) => (each === at ? { ...each, entry } : each)),
        [],
      );
    } else if (next.kind === "reverse") {
      if (!at || this.kept.some(({ entry }) => entry.kind === "return" && entry.of === at.entry.id))
        return;
      const without = this.kept.filter((each) => each !== at);
      if (this.settle(without, [])) this.written.push({ cents: -at.standing, corrects: null });
    } else {
      const entry = this.entryOf(next);
      if (entry) this.settle(this.kept, [entry]);
    }
  }

  settle(kept: typeof this.kept, added: StockEntry[]): boolean {
    const settled = settle(kept, added, this.method);
    if ("shortage" in settled) return false;
    const { values, corrections, after } = settled;
    for (const { corrects, cents } of corrections) this.written.push({ corrects, cents });
    for (const cents of values.values()) this.written.push({ cents, corrects: null });
    this.kept = [...kept.map(({ entry }) => entry), ...added].map((entry) => ({
      entry,
      standing: after.values.get(entry.id) ?? 0,
    }));
    return true;
  }
}

const check = (method: CostMethod, acts: readonly Act[]): void => {
  const books = new Books(method);
  for (const next of acts) {
    books.take(next);
    const history = books.kept.map(({ entry }) => entry);
    const second = naive(history, method);
    const settled = settle(books.kept, [], method);
    if ("shortage" in settled) throw new Error("a posted history falls short");
    const { after } = settled;
    expect(settled.corrections).toEqual([]);
    expect(after.values).toEqual(second.values);
    expect(after.value).toBe(second.pool);
    expect(after.quantity).toBe(quantity(String(second.stock.length)));
    expect(books.written.reduce((sum, { cents }) => sum + cents, 0)).toBe(after.value);
    if (second.stock.length === 0) expect(after.value).toBe(0);
    expect(after.value).toBeGreaterThanOrEqual(0);
  }
};

for (const method of ["average", "fifo"] as const)
  test(`random histories under ${method} equal a naive recomputation to the cent`, () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 4, maxLength: 40 }), (acts) => check(method, acts)),
      { numRuns: 400 },
    );
  });

test("what is refused as short is short in the naive recomputation too", () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 2, maxLength: 20 }), (acts) => {
      const books = new Books("fifo");
      for (const next of acts) {
        const entry =
          next.kind === "reprice" || next.kind === "reverse" ? null : books.entryOf(next);
        if (!entry) continue;
        const history = [...books.kept.map((each) => each.entry), entry];
        const booked = books.settle(books.kept, [entry]);
        if (!booked) expect(() => naive(history, "fifo")).toThrow("short");
      }
    }),
  );
});
