import fc from "fast-check";
import { expect, test } from "vitest";
import { quantity } from "#kernel/quantity.ts";
import { instant, utcDay } from "#kernel/time.ts";
import { naiveStock } from "#server/testing/naive-stock.ts";
import { settle } from "./corrections.model.ts";
import type { StockEntry } from "./cost.model.ts";
import type { CostMethod } from "./pool.model.ts";

// Random histories of the model against the naive recomputation.

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
    const second = naiveStock(history, method);
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
        if (!booked) expect(() => naiveStock(history, "fifo")).toThrow("short");
      }
    }),
  );
});
