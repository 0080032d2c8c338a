import { hasLotDiscounts, totalsOf, type Award, type AwardCase } from "./award.model.ts";
import type { Engine, Relaxation } from "#kernel/optimum/engine.ts";
import type { Search } from "./search.model.ts";
import { type Shares, type Partaker, sharesOf } from "./share-program.model.ts";

/**
 * Whether the search over shares knows all that these vendors bring: it does not know discounts on
 * some lots.
 */
export const sharesKnow = (c: AwardCase, vendors: Iterable<number>): boolean =>
  [...vendors].every((v) => !hasLotDiscounts(c.vendors[v]!));

/** Between which steps each share lies. */
type Box = { low: Int32Array; high: Int32Array };
type Point = { bound: number; values: ArrayLike<number>; reduced: Float64Array; box: Box };
type Choice = { i: number; down: number; up: number; part: number };

/**
 * Searches the shares of settled vendors at settled tiers by branching on steps; every bound is
 * computed anew from the prices of the rows.
 */
class ShareTree {
  private readonly s: Search;
  private readonly c: AwardCase;
  private readonly of: Shares;
  private readonly relaxed: Relaxation;
  private readonly steps: number;
  private readonly fewest: number;
  private readonly prices: Float64Array;
  private readonly gains: { sum: Float64Array; count: Float64Array }[];
  stopped = false;
  constructor(s: Search, of: Shares, relaxed: Relaxation) {
    this.s = s;
    this.c = s.c;
    this.of = of;
    this.relaxed = relaxed;
    this.steps = 100 / this.c.stepPercent;
    this.fewest = Math.max(1, Math.ceil(this.c.minSharePercent / this.c.stepPercent));
    this.prices = Float64Array.from(of.shares, ({ lot, vendor }) => this.c.prices[lot]![vendor]!);
    this.gains = [0, 1].map(() => ({
      sum: new Float64Array(of.shares.length),
      count: new Float64Array(of.shares.length),
    }));
  }
  private most(i: number): number {
    return this.c.lots[this.of.shares[i]!.lot]!.maxVendors;
  }
  /**
   * The next allowed number of steps from here downward, or upward: none, all, or in a shared lot
   * so many that another has the least, too.
   */
  private floor(i: number, k: number): number {
    if (k >= this.steps) return this.steps;
    const most = this.steps - this.fewest;
    return this.most(i) === 1 || k < this.fewest || most < this.fewest ? 0 : Math.min(k, most);
  }
  private ceil(i: number, k: number): number {
    if (k <= 0) return 0;
    return this.most(i) === 1 || k > this.steps - this.fewest || this.steps < 2 * this.fewest
      ? this.steps
      : Math.max(k, this.fewest);
  }
  /**
   * Draws the conclusions of what each vendor can take on and has to win; false when no award is
   * left.
   */
  private fits({ low, high }: Box): boolean {
    for (const { own, from: cents, most: atMost } of this.of.ofVendor) {
      // Sums of steps are whole cents: a thousandth more or less decides nothing but how a fraction
      // was rounded.
      const from = cents * this.steps - 1e-3;
      const most = atMost * this.steps + 1e-3;
      let least = 0;
      let all = 0;
      for (const i of own) {
        const price = this.prices[i]!;
        least += low[i]! * price;
        all += high[i]! * price;
      }
      if (least > most || all < from) return false;
      for (const i of own)
        if (low[i]! < high[i]! && this.prices[i]! > 0) {
          const price = this.prices[i]!;
          const up = this.floor(i, Math.floor((most - least) / price) + low[i]!);
          const down = this.ceil(i, high[i]! - Math.floor((all - from) / price));
          if (up < high[i]!) {
            all -= (high[i]! - up) * price;
            high[i] = up;
          }
          if (down > low[i]!) {
            least += (down - low[i]!) * price;
            low[i] = down;
          }
          if (low[i]! > high[i]!) return false;
        }
    }
    return true;
  }
  /** Draws the conclusions of each lot; false when no award is left. */
  private shared({ low, high }: Box): boolean {
    for (const own of this.of.ofLot)
      for (let again = true; again;) {
        again = false;
        let least = 0;
        let most = 0;
        let inside = 0;
        for (const i of own) {
          least += low[i]!;
          most += high[i]!;
          if (low[i]! > 0) inside++;
        }
        if (
          own.length === 0 ||
          least > this.steps ||
          most < this.steps ||
          inside > this.most(own[0]!)
        )
          return false;
        for (const i of own) {
          const up =
            inside === this.most(i) && low[i] === 0
              ? 0
              : this.floor(i, this.steps - least + low[i]!);
          const down = this.ceil(i, this.steps - most + high[i]!);
          if (up < high[i]!) [high[i], again] = [up, true];
          if (down > low[i]!) [low[i], again] = [down, true];
          if (low[i]! > high[i]!) return false;
        }
      }
    return true;
  }
  /** Both in turn, while they say more. */
  private settle(box: Box): boolean {
    for (let turn = 0; turn < 4; turn++) {
      const before =
        box.low.reduce((sum, k) => sum + k, 0) - box.high.reduce((sum, k) => sum + k, 0);
      if (!this.shared(box) || !this.fits(box)) return false;
      if (
        box.low.reduce((sum, k) => sum + k, 0) - box.high.reduce((sum, k) => sum + k, 0) ===
        before
      )
        return true;
    }
    return true;
  }
  /** The relaxation within a box; null: nothing better than what is known is in it. */
  private look(box: Box): Point | null {
    const { program: p, shares } = this.of;
    const lower = new Float64Array(p.cost.length);
    const upper = new Float64Array(p.cost.length).fill(1);
    for (const [i, { x, b }] of shares.entries()) {
      [lower[x], upper[x]] = [box.low[i]! / this.steps, box.high[i]! / this.steps];
      if (b !== null) [lower[b], upper[b]] = [box.low[i]! > 0 ? 1 : 0, box.high[i]! > 0 ? 1 : 0];
    }
    this.relaxed.columns(lower, upper);
    const answer = this.relaxed.run();
    if (answer.status === "stopped") this.stopped = true;
    if (answer.status !== "optimal") return null;
    let bound = 0;
    const reduced = Float64Array.from(p.cost);
    for (let r = 0; r < p.rowLower.length; r++) {
      const dual = answer.rowDuals[r]!;
      const limit = dual > 0 ? p.rowLower[r]! : p.rowUpper[r]!;
      if (dual === 0 || !Number.isFinite(limit)) continue;
      bound += dual * limit;
      for (let k = p.starts[r]!; k < p.starts[r + 1]!; k++)
        reduced[p.indices[k]!]! -= dual * p.values[k]!;
    }
    for (let j = 0; j < p.cost.length; j++)
      bound += reduced[j]! * (reduced[j]! > 0 ? lower[j]! : upper[j]!);
    return bound >= this.s.cutoff() ? null : { bound, values: answer.values, reduced, box };
  }
  /** Steps that cost more than there is room for are left out. */
  private narrow({ bound, reduced, box: { low, high } }: Point): void {
    const room = this.s.cutoff() - bound;
    for (const [i, { x }] of this.of.shares.entries()) {
      const cost = reduced[x]!;
      const steps = Math.floor((room / Math.abs(cost)) * this.steps + 1e-6);
      if (cost > 1e-12 && low[i]! + steps < high[i]!)
        high[i] = Math.max(low[i]!, this.floor(i, low[i]! + steps));
      if (cost < -1e-12 && high[i]! - steps > low[i]!)
        low[i] = Math.min(high[i]!, this.ceil(i, high[i]! - steps));
    }
  }
  private choices({ values, box: { low, high } }: Point): Choice[] {
    const found: Choice[] = [];
    for (const [i, { x, b }] of this.of.shares.entries())
      if (low[i]! < high[i]!) {
        const k = values[x]! * this.steps;
        const near = Math.round(k);
        const whole = Math.abs(k - near) < 1e-5 && this.floor(i, near) === near;
        const down = this.floor(i, Math.floor(k + 1e-6));
        const up = this.ceil(i, Math.ceil(k - 1e-6));
        if (!whole) found.push({ i, down, up, part: Math.min(k - down, up - k) / this.steps });
        else if (near > 0 && low[i] === 0 && b !== null && values[b]! < 1 - 1e-6)
          found.push({ i, down: 0, up: this.ceil(i, 1), part: 0.1 });
      }
    if (found.length > 0) return found;
    for (const own of this.of.ofLot) {
      const inside = own.filter((i) => values[this.of.shares[i]!.x]! > 1e-6);
      if (inside.length > this.most(own[0]!))
        found.push(
          ...inside
            .filter((i) => low[i] === 0)
            .map((i) => ({ i, down: 0, up: this.ceil(i, 1), part: 0.1 })),
        );
    }
    return found;
  }
  private child(point: Point, i: number, side: 0 | 1, to: number): Point | null {
    const box = { low: point.box.low.slice(), high: point.box.high.slice() };
    const at = side === 1 ? box.low : box.high;
    at[i] = to;
    const found = this.settle(box) ? this.look(box) : null;
    this.gains[side]!.sum[i]! += (found?.bound ?? this.s.cutoff()) - point.bound;
    this.gains[side]!.count[i]!++;
    return found;
  }
  private promise({ i, part }: Choice): number {
    const gain = ({ sum, count }: { sum: Float64Array; count: Float64Array }) =>
      Math.max(1e-6, count[i]! > 0 ? sum[i]! / count[i]! : 0.02);
    return gain(this.gains[0]!) * gain(this.gains[1]!) * (0.1 + part);
  }
  /** The children of the choice that raises the bound most, by trying a few. */
  private split(point: Point, choices: readonly Choice[]): Point[] {
    let best: { children: Point[]; score: number } | null = null;
    let idle = 0;
    const gain = (child: Point | null) =>
      Math.max(1e-7, (child?.bound ?? this.s.cutoff()) - point.bound);
    for (const { i, down, up } of choices
      .toSorted((a, b) => this.promise(b) - this.promise(a))
      .slice(0, 8)) {
      const sure = this.gains.every(({ count }) => count[i]! >= 4);
      if (best && sure) continue;
      const less = this.child(point, i, 0, down);
      const more = this.child(point, i, 1, up);
      const score = gain(less) * gain(more);
      const children = [less, more].filter((each) => each !== null);
      if (!best || score > best.score) [best, idle] = [{ children, score }, 0];
      else idle++;
      if (this.stopped || sure || idle > 3 || children.length === 0) break;
    }
    return best!.children;
  }
  /**
   * The award that whole steps say; true when it is allowed at the tiers that were settled, so that
   * nothing better is here.
   */
  private finish(point: Point): boolean {
    const award: Award = this.of.shares.flatMap(({ lot, vendor, x }) => {
      const percent = Math.round(point.values[x]! * this.steps) * this.c.stepPercent;
      return percent > 0 ? [{ lot, vendor, percent }] : [];
    });
    return (
      this.s.take(award) &&
      totalsOf(this.c, award).judgedCents <= point.bound * this.s.scale + 1 + 2 * award.length
    );
  }
  /** An answer in whole steps that a tolerance alone allowed: it, less and more. */
  private around(point: Point): Point[] {
    const { low, high } = point.box;
    const i = low.findIndex((least, at) => least < high[at]!);
    if (i < 0) return [];
    const k = Math.round(point.values[this.of.shares[i]!.x]! * this.steps);
    const only = { low: low.slice(), high: high.slice() };
    [only.low[i], only.high[i]] = [k, k];
    return [
      k > low[i]! ? this.child(point, i, 0, this.floor(i, k - 1)) : null,
      k < high[i]! ? this.child(point, i, 1, this.ceil(i, k + 1)) : null,
      this.settle(only) ? this.look(only) : null,
    ].filter((each) => each !== null);
  }
  /** Goes on from what is open for so many nodes, deeper before wider; gives what is open then. */
  run(open: Point[], nodes: number): Point[] {
    for (let n = 0; n < nodes && open.length > 0 && !this.stopped; n++) {
      const point = open.pop()!;
      if (point.bound >= this.s.cutoff()) continue;
      this.s.nodes++;
      this.narrow(point);
      const choices = this.choices(point);
      const next =
        choices.length > 0
          ? this.split(point, choices)
          : this.finish(point)
            ? []
            : this.around(point);
      open.push(...next.sort((a, b) => b.bound - a.bound));
      if (this.s.over()) this.stopped = true;
    }
    return open;
  }
  first(): Point[] {
    const { length } = this.of.shares;
    const box = { low: new Int32Array(length), high: new Int32Array(length).fill(this.steps) };
    const point = this.settle(box) ? this.look(box) : null;
    return point ? [point] : [];
  }
}

/**
 * What is left of a search over shares: `bound` in units (Infinity: nothing), `more` goes on with
 * it.
 */
export type SharesLeft = { bound: number; stopped: boolean; more: (nodes: number) => SharesLeft };

/**
 * Begins to search the best award of settled vendors at settled tiers that is better than what is
 * known; what `nodes` nodes leave is for later.
 */
export const searchShares = (
  s: Search,
  engine: Engine,
  inside: readonly Partaker[],
  nodes: number,
): SharesLeft => {
  const of = sharesOf(s.c, inside, s.scale);
  const go = (open: Point[] | null, most: number): SharesLeft => {
    const relaxed = engine.open(of.program, s.secondsLeft(), null);
    try {
      const tree = new ShareTree(s, of, relaxed);
      const left = tree.run(open ?? tree.first(), most);
      return {
        bound: left.reduce((least, { bound }) => Math.min(least, bound), Infinity),
        stopped: tree.stopped,
        more: (next) => go(left, next),
      };
    } finally {
      relaxed.close();
    }
  };
  return go(null, nodes);
};
