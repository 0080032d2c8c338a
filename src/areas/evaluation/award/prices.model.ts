import { grouped, hasLotDiscounts, tiersOf, type AwardCase } from "./award.model.ts";
import { goalFactor, judgedPrice, scaleOf, switchingOf, upTo } from "./coefficients.model.ts";
import type { Formulation } from "./formulation.model.ts";
import type { Pair } from "./offer-columns.model.ts";

/**
 * What a branch of the search demands of a vendor: in (1), out (0) or either (null), and at which
 * tiers it may stand, as bits.
 */
export type VendorRule = { u: 0 | 1 | null; tiers: number };
export type Rules = ReadonlyMap<number, VendorRule>;
/** All bids of a vendor in the units of the program, by place: `judged` and `goal` also by tier. */
type VendorBids = {
  lots: readonly number[];
  value: Float64Array;
  judged: readonly Float64Array[];
  goal: readonly Float64Array[];
  change: Float64Array;
  least: Float64Array;
  tiers: readonly { from: number; most: number }[];
};
export type BidTable = { scale: number; vendors: ReadonlyMap<number, VendorBids> };

/**
 * The bids that may still be part of a better award, as numbers for pricing; `kept` null = all.
 * Vendors with discounts on some lots are not among them: programs know them whole.
 */
export const bidTable = (
  c: AwardCase,
  kept: ((lot: number, vendor: number) => boolean) | null = null,
): BidTable => {
  const scale = scaleOf(c);
  const vendors = new Map<number, VendorBids>();
  for (const [v, one] of c.vendors.entries()) {
    const lots = hasLotDiscounts(one)
      ? []
      : c.lots.flatMap((_, lot) =>
          c.prices[lot]![v] === null || (kept && !kept(lot, v)) ? [] : [lot],
        );
    const tiers = tiersOf(one);
    if (lots.length > 0)
      vendors.set(v, {
        lots,
        value: Float64Array.from(lots, (lot) => c.prices[lot]![v]! / scale),
        judged: tiers.map((tier) =>
          Float64Array.from(lots, (lot) => judgedPrice(c, lot, v, tier) / scale),
        ),
        goal: tiers.map((tier) =>
          Float64Array.from(lots, (lot) => goalFactor(c, lot, v, tier) / scale),
        ),
        change: Float64Array.from(lots, (lot) => switchingOf(c, lot, v) / scale),
        least: Float64Array.from(lots, (lot) =>
          c.lots[lot]!.maxVendors === 1 ? 1 : c.minSharePercent / 100,
        ),
        tiers: tiers.map((tier, t) => ({ from: tier.from, most: upTo(c, v, t) / scale })),
      });
  }
  return { scale, vendors };
};

/**
 * Prices of rows that may be exceeded on one side only have one sign; what the solver leaves on the
 * other side is its tolerance.
 */
const signed = (f: Formulation, duals: ArrayLike<number>): Float64Array =>
  Float64Array.from(f.program.rowLower, (lower, r) => {
    const dual = duals[r]!;
    return (dual > 0 && lower === -Infinity) || (dual < 0 && f.program.rowUpper[r] === Infinity)
      ? 0
      : dual;
  });

/**
 * Vendors whose bids a relaxation learns in one turn: with more its program grows by bids that soon
 * do not matter.
 */
const vendorsAtOnce = 25;

type Priced = { entries: Float64Array; credit: number };

/**
 * What the prices of a relaxation say about every bid there is, known to its program or not. By
 * Lagrange: whatever the prices, no award within the rules of the branch
 * costs less than `bound` (units), so an error of the solver can only make it weaker. `wanted`:
 * bids that would lower the relaxation, best known next time.
 */
export class Prices {
  readonly bound: number;
  readonly wanted: readonly (readonly [lot: number, vendor: number])[];
  private readonly priced = new Map<number, Priced>();
  /** Of vendors with discounts on some lots: what using each bid costs at least above the bound. */
  private readonly someLots = new Map<
    number,
    readonly { lot: number; use: number; tiers: number }[]
  >();
  private readonly c: AwardCase;
  private readonly table: BidTable;
  private readonly f: Formulation;
  private readonly duals: Float64Array;
  private readonly rules: Rules;
  private readonly offers: { worth: number; pairs: (readonly [number, number])[] }[] = [];
  constructor(
    c: AwardCase,
    table: BidTable,
    f: Formulation,
    duals: ArrayLike<number>,
    rules: Rules,
  ) {
    this.c = c;
    this.table = table;
    this.f = f;
    this.duals = signed(f, duals);
    this.rules = rules;
    const limits = this.dual(f.rows.vendors);
    let bound =
      limits === 0 ? 0 : limits * (limits > 0 ? (c.minVendors ?? 0) : (c.maxVendors ?? 0));
    for (const row of f.rows.lot) bound += this.duals[row]!;
    for (const [l, row] of f.rows.lotMost.entries())
      bound += this.dual(row) * c.lots[l]!.maxVendors;
    for (const [v, row] of f.rows.vendorMaxLots)
      bound += this.dual(row) * (c.vendors[v]!.maxLots ?? 0);
    for (const [v, bids] of table.vendors) bound += this.price(v, bids);
    for (const [v, rule] of rules)
      if (rule.u === 1 && !table.vendors.has(v) && !f.grouped.has(v)) bound = Infinity;
    if (f.grouped.size > 0) bound += this.ofGrouped();
    this.bound = bound;
    this.wanted = this.offers
      .sort((a, b) => a.worth - b.worth)
      .slice(0, vendorsAtOnce)
      .flatMap(({ pairs }) => pairs);
  }
  private dual(row: number | null | undefined): number {
    return row === null || row === undefined ? 0 : this.duals[row]!;
  }

  /**
   * Reduced cost of each bid of a vendor: by its share at a tier, and for having any share at all.
   */
  private bidCosts(v: number, t: number): { z: (i: number) => number; b: (i: number) => number } {
    const { rows } = this.f;
    const bids = this.table.vendors.get(v)!;
    const [from, to] = rows.vendorValue.get(v)?.[t] ?? [null, null];
    const byValue = this.dual(from) + this.dual(to);
    const goal = this.dual(rows.goal);
    const byLots =
      (rows.vendorLots.get(v) ?? []).reduce((sum, row) => sum + this.dual(row), 0) +
      this.dual(rows.vendorMaxLots.get(v));
    const judged = bids.judged[t]!;
    const goals = bids.goal[t]!;
    return {
      z: (i) =>
        judged[i]! -
        this.duals[rows.lot[bids.lots[i]!]!]! -
        goal * goals[i]! -
        byValue * bids.value[i]!,
      b: (i) => bids.change[i]! - byLots - this.dual(rows.lotMost[bids.lots[i]!]),
    };
  }
  /** What the vendor's columns for standing at a tier cost by themselves. */
  private standing(v: number, t: number): number {
    const { rows } = this.f;
    const { tiers } = this.table.vendors.get(v)!;
    const [from, to] = rows.vendorValue.get(v)?.[t] ?? [null, null];
    const [lotsFrom, lotsTo] = rows.vendorLots.get(v) ?? [];
    const next = tiers[t + 1]?.from ?? this.c.lots.length + 1;
    const most = to === null ? 0 : tiers[t]!.most;
    return (
      -this.dual(rows.vendors) +
      (this.dual(from) * tiers[t]!.from) / this.f.scale +
      this.dual(to) * most +
      this.dual(lotsFrom) * tiers[t]!.from +
      this.dual(lotsTo) * (next - 1)
    );
  }
  /**
   * A vendor's part in the bound: the cheapest tier that it may stand at, with every bid that pays.
   */
  private price(v: number, bids: VendorBids): number {
    const rule = this.rules.get(v);
    const entries = new Float64Array(bids.judged.length).fill(Infinity);
    // What the program already reckons with for having the vendor in at all.
    const one = this.dual(this.f.rows.one.get(v));
    const reckoned = rule?.u === 1 ? one : Math.min(0, one);
    let best: readonly number[] = [];
    let least = reckoned - 1e-9;
    this.priced.set(v, { entries, credit: 0 });
    if (rule?.u === 0) return 0;
    for (let t = 0; t < entries.length; t++)
      if (!rule || rule.tiers & (1 << t)) {
        const { z, b } = this.bidCosts(v, t);
        const gain: number[] = [];
        let sum = this.standing(v, t);
        let cheapest = 0;
        let price = Infinity;
        for (let i = 0; i < bids.lots.length; i++) {
          const use = z(i);
          const any = b(i);
          const worth = Math.min(0, any + use, any + bids.least[i]! * use);
          sum += worth;
          if (worth < 0) gain.push(i);
          if (use + any < price) [price, cheapest] = [use + any, i];
        }
        entries[t] = sum;
        if (sum < least) [least, best] = [sum, this.f.y.has(v) ? gain : [...gain, cheapest]];
      }
    if (best.length > 0) {
      const known = new Set((this.pairsOf().get(v) ?? []).map((pair) => pair.lot));
      const pairs = best.flatMap((i) =>
        known.has(bids.lots[i]!) ? [] : [[bids.lots[i]!, v] as const],
      );
      if (pairs.length > 0) this.offers.push({ worth: least - reckoned, pairs });
    }
    const credit = rule?.u === 1 ? Math.min(...entries) : Math.min(0, ...entries);
    this.priced.set(v, { entries, credit });
    return credit;
  }
  private ofVendor: ReadonlyMap<number, readonly Pair[]> | null = null;
  private pairsOf(): ReadonlyMap<number, readonly Pair[]> {
    return (this.ofVendor ??= grouped(this.f.pairs, (pair) => pair.vendor));
  }
  /**
   * The part of vendors with discounts on some lots, from the reduced costs of all their columns.
   */
  private ofGrouped(): number {
    const { program: p, grouped: some, rows } = this.f;
    const reduced = Float64Array.from(p.cost);
    const free = new Set([...rows.one.values()]);
    for (let r = 0; r < p.rowLower.length; r++)
      if (this.duals[r] !== 0 && !free.has(r))
        for (let k = p.starts[r]!; k < p.starts[r + 1]!; k++)
          reduced[p.indices[k]!]! -= this.duals[r]! * p.values[k]!;
    const least = (column: number) => Math.min(0, reduced[column]!);
    const more = (column: number) => Math.max(0, reduced[column]!);
    const ofVendor = this.pairsOf();
    let sum = 0;
    for (const [v, { u, groups }] of some)
      if (this.rules.get(v)?.u !== 0) {
        const own = ofVendor.get(v) ?? [];
        const inside = this.rules.get(v)?.u === 1;
        sum +=
          (inside ? reduced[u]! : least(u)) +
          groups.reduce((all, group) => all + group.ys.reduce((of, y) => of + least(y), 0), 0) +
          own.reduce(
            (all, pair) => all + least(pair.b!) + pair.z.reduce((of, z) => of + least(z), 0),
            0,
          );
        // Who is in has some bid, of which it has at least the least share.
        const uses = own.map(({ lot, b, z }) => ({
          lot,
          use:
            (inside ? 0 : more(u)) +
            more(b!) +
            (this.c.lots[lot]!.maxVendors === 1 ? 1 : this.c.minSharePercent / 100) *
              Math.min(...z.map(more)),
          tiers: z.length,
        }));
        this.someLots.set(v, uses);
      }
    return sum;
  }
  /** Whether the prices say that fewer or more vendors than are allowed would be better. */
  countMatters(): boolean {
    return this.dual(this.f.rows.vendors) !== 0;
  }
  /** What an award with this vendor at this tier costs at least above the bound. */
  entry(v: number, t: number): number {
    const priced = this.priced.get(v);
    return priced
      ? priced.entries[t]! - priced.credit
      : (this.someLots.get(v) ?? []).reduce((least, { use }) => Math.min(least, use), Infinity);
  }
  /**
   * What an award costs at least above the bound that uses a bid, by tier, for each bid of the
   * vendor.
   */
  uses(v: number): readonly { lot: number; tiers: readonly number[] }[] {
    const bids = this.table.vendors.get(v);
    const priced = this.priced.get(v);
    if (!bids || !priced)
      return (this.someLots.get(v) ?? []).map(({ lot, use, tiers }) => ({
        lot,
        tiers: Array.from({ length: tiers }, () => use),
      }));
    const costs = bids.judged.map((_, t) => this.bidCosts(v, t));
    return bids.lots.map((lot, i) => ({
      lot,
      tiers: costs.map(({ z, b }, t) => {
        const use = z(i);
        const any = b(i);
        const cost = any + Math.min(use, bids.least[i]! * use);
        return priced.entries[t]! - priced.credit - Math.min(0, cost) + cost;
      }),
    }));
  }
}
