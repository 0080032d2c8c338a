import { hasLotDiscounts, tiersOf, type AwardCase } from "./award.model.ts";
import type { Basis, Engine, LpAnswer, Relaxation } from "#kernel/optimum/engine.ts";
import { formulate, type Formulation } from "./formulation.model.ts";
import { judgedPrice } from "./coefficients.model.ts";
import { bidTable, Prices, type BidTable, type Rules } from "./prices.model.ts";

/**
 * An answer of the relaxation within a branch: its bound in units, the prices behind it, how far
 * each known vendor is in at each tier.
 */
export type Point = {
  bound: number;
  prices: Prices;
  stands: ReadonlyMap<number, readonly number[]>;
};
type Known = ReadonlyMap<number, ReadonlySet<number>>;

const withBids = (known: Known, pairs: Iterable<readonly [lot: number, vendor: number]>): Known => {
  const map = new Map([...known].map(([vendor, lots]) => [vendor, new Set(lots)]));
  for (const [lot, vendor] of pairs) map.set(vendor, (map.get(vendor) ?? new Set()).add(lot));
  return map;
};

/**
 * The cheapest bids of each lot at their best discount, and all of vendors with discounts on some
 * lots.
 */
const firstBids = (c: AwardCase, perLot: number): Known =>
  withBids(new Map(), [
    ...c.lots.flatMap((_, lot) =>
      c.prices[lot]!.flatMap((price, vendor) =>
        price === null
          ? []
          : [{ vendor, judged: judgedPrice(c, lot, vendor, tiersOf(c.vendors[vendor]!).at(-1)!) }],
      )
        .sort((a, b) => a.judged - b.judged)
        .slice(0, perLot)
        .map(({ vendor }) => [lot, vendor] as const),
    ),
    ...c.vendors.flatMap((one, vendor) =>
      hasLotDiscounts(one)
        ? c.lots.flatMap((_, lot) =>
            c.prices[lot]![vendor] === null ? [] : [[lot, vendor] as const],
          )
        : [],
    ),
  ]);

/**
 * The relaxation of an award over all bids, most of which are never written down: bids are added
 * while they would lower it. It stays in the solver, so that a branch
 * (some vendors in, some out, some at certain tiers) is solved from where the last one stood.
 */
export class Master {
  private readonly c: AwardCase;
  private readonly engine: Engine;
  private readonly seconds: () => number;
  private known: Known;
  private f!: Formulation;
  private relaxed: Relaxation | null = null;
  private columnUpper!: Float64Array;
  private rowLower!: Float64Array;
  private rowUpper!: Float64Array;
  private latest!: LpAnswer;
  table: BidTable;
  constructor(c: AwardCase, engine: Engine, seconds: () => number) {
    this.c = c;
    this.engine = engine;
    this.seconds = seconds;
    this.table = bidTable(c);
    this.known = firstBids(c, c.vendors.length <= 40 ? c.vendors.length : 8);
    this.build();
  }
  /** Leaves every bid out of account that `kept` does not name. */
  keep(kept: (lot: number, vendor: number) => boolean): void {
    this.table = bidTable(this.c, kept);
  }
  close(): void {
    this.relaxed?.close();
    this.relaxed = null;
  }

  private build(): void {
    const before = this.relaxed && { basis: this.relaxed.basis(), program: this.f.program };
    this.close();
    this.f = formulate(
      this.c,
      new Map(
        [...this.known]
          .sort(([a], [b]) => a - b)
          .map(([vendor, lots]) => [vendor, [...lots].sort((a, b) => a - b)]),
      ),
      false,
    );
    const { program } = this.f;
    this.relaxed = this.engine.open(
      program,
      this.seconds(),
      before && this.carried(before.program, before.basis),
    );
    [this.columnUpper, this.rowLower, this.rowUpper] = [
      Float64Array.from(program.upper),
      Float64Array.from(program.rowLower),
      Float64Array.from(program.rowUpper),
    ];
  }
  /**
   * Where the simplex stood, in the columns and rows of the program with more bids: what is new
   * stands aside.
   */
  private carried({ names, rowNames }: Formulation["program"], basis: Basis): Basis {
    const at = new Map(names.map((name, i) => [name, basis.columns[i]!]));
    const rowAt = new Map(rowNames.map((name, i) => [name, basis.rows[i]!]));
    const { basic } = this.engine;
    return {
      columns: Int32Array.from(this.f.program.names, (name) => at.get(name) ?? basic.lower),
      rows: Int32Array.from(this.f.program.rowNames, (name) => rowAt.get(name) ?? basic.basic),
    };
  }
  private learn(pairs: Iterable<readonly [lot: number, vendor: number]>): boolean {
    const more = [...pairs].filter(([lot, vendor]) => !this.known.get(vendor)?.has(lot));
    if (more.length === 0) return false;
    this.known = withBids(this.known, more);
    this.build();
    return true;
  }
  private all = (vendors: Iterable<number>) =>
    [...vendors].flatMap((v) =>
      (this.table.vendors.get(v)?.lots ?? []).map((lot) => [lot, v] as const),
    );

  private limit(rules: Rules): void {
    const { program, y, rows } = this.f;
    const upper = this.columnUpper.slice();
    const low = this.rowLower.slice();
    const up = this.rowUpper.slice();
    for (const [v, rule] of rules) {
      const one = rows.one.get(v);
      if (one === undefined) continue;
      [low[one], up[one]] = [rule.u === 1 ? 1 : 0, rule.u === 0 ? 0 : 1];
      if (!this.f.grouped.has(v))
        for (const [t, column] of y.get(v)!.entries())
          if (!(rule.tiers & (1 << t))) upper[column] = 0;
    }
    this.relaxed!.columns(Float64Array.from(program.lower), upper);
    this.relaxed!.rows(low, up);
  }
  /**
   * One run of the simplex within a branch; its bound holds for all bids. Null: no answer in time.
   */
  glance(rules: Rules): Point | null {
    this.limit(rules);
    this.latest = this.relaxed!.run();
    if (this.latest.status === "infeasible") {
      // Lots and the goal can be missed at a cost: what cannot be are the demands on vendors that
      // are in, and how many there are.
      const inside = [...rules].flatMap(([v, rule]) => (rule.u === 1 ? [v] : []));
      if (
        this.learn(this.all(inside)) ||
        (this.known.size < (this.c.minVendors ?? 0) &&
          this.learn(this.all(this.table.vendors.keys())))
      )
        return this.glance(rules);
      return {
        bound: Infinity,
        prices: new Prices(this.c, this.table, this.f, this.latest.rowDuals, rules),
        stands: new Map(),
      };
    }
    if (this.latest.status === "stopped") return null;
    const prices = new Prices(this.c, this.table, this.f, this.latest.rowDuals, rules);
    return {
      bound: prices.bound,
      prices,
      stands: new Map(
        [...this.f.y].map(([v, columns]) => [
          v,
          columns.map((column) => this.latest.values[column]!),
        ]),
      ),
    };
  }
  /**
   * The relaxation within a branch over all bids, or until its bound reaches `enough`. Null: no
   * answer in time.
   */
  solve(rules: Rules, enough: number): Point | null {
    this.learn(
      this.all([...rules].flatMap(([v, rule]) => (rule.u === 1 && !this.known.has(v) ? [v] : []))),
    );
    for (;;) {
      const point = this.glance(rules);
      if (point === null || point.bound >= enough || !this.learn(point.prices.wanted)) return point;
    }
  }
  /** How much of each lot the relaxation's last answer gives each vendor. */
  weights(): ReadonlyMap<number, ReadonlyMap<number, number>> {
    const weights = new Map<number, Map<number, number>>();
    for (const pair of this.f.pairs) {
      const share = pair.z.reduce((sum, z) => sum + this.latest.values[z]!, 0);
      if (share > 1e-6)
        weights.set(
          pair.vendor,
          (weights.get(pair.vendor) ?? new Map<number, number>()).set(pair.lot, share),
        );
    }
    return weights;
  }
}
