import { tiersOf, type AwardCase } from "./award.model.ts";
import type { Engine } from "#kernel/optimum/engine.ts";
import type { Rules, VendorRule } from "./prices.model.ts";
import type { Master, Point } from "./relaxation.model.ts";
import type { Search } from "./search.model.ts";
import { searchShares, sharesKnow, type SharesLeft } from "./shares.model.ts";
import type { Partaker } from "./share-program.model.ts";

/** Bids by vendor, with what each costs at least above a bound at each tier, in units. */
export type Uses = ReadonlyMap<number, readonly { lot: number; tiers: readonly number[] }[]>;
/**
 * Solves what a branch leaves where its vendors are not settled, or have discounts on some lots;
 * false when the time was over. `bound` of the branch, `elsewhere` of all others, in units.
 */
export type SolveRest = (bound: number, bids: Uses, elsewhere: number) => boolean;
/** `left`: shares of settled vendors that are searched in part; `visits`: how often. */
type Node = { bound: number; rules: Rules; visits: number; left: SharesLeft | null };
type Part = Pick<Node, "bound" | "rules">;
type Choice = { no: Rules; yes: Rules; part: number };

/**
 * So many nodes of a search over shares before others have their turn; twice as many with each
 * turn.
 */
const firstNodes = 150;
/** More vendors than these who could be in, but are not, are not settled one by one. */
const manyOthers = 8;

const whole = (value: number) => value < 1e-6 || value > 1 - 1e-6;

/**
 * Searches who takes part and at which tier, by branching on it from the most promising branch on;
 * the shares of settled vendors are searched beneath.
 */
export class VendorTree {
  private readonly s: Search;
  private readonly c: AwardCase;
  private readonly engine: Engine;
  private readonly master: Master;
  private readonly rest: SolveRest;
  private readonly open: Node[];
  private readonly tries: number;
  constructor(s: Search, engine: Engine, master: Master, rest: SolveRest) {
    this.s = s;
    this.c = s.c;
    this.engine = engine;
    this.master = master;
    this.rest = rest;
    this.open = [{ bound: s.bound / s.scale, rules: new Map(), visits: 0, left: null }];
    this.tries = 8;
  }
  private ruled(rules: Rules, v: number, change: Partial<VendorRule>): Rules {
    return new Map(rules).set(v, {
      ...(rules.get(v) ?? { u: null, tiers: (1 << tiersOf(this.c.vendors[v]!).length) - 1 }),
      ...change,
    });
  }
  private push(bound: number, rules: Rules): void {
    if (bound < this.s.cutoff()) this.open.push({ bound, rules, visits: 0, left: null });
  }

  /** Vendors and tiers out of which no better award can come here are left out. */
  private narrowed(point: Point, rules: Rules): Rules {
    const room = this.s.cutoff() - point.bound;
    let next = rules;
    for (const [v, stands] of point.stands) {
      const rule = rules.get(v);
      if (rule?.u === 0) continue;
      const tiers =
        stands.reduce((bits, _, t) => bits | (point.prices.entry(v, t) < room ? 1 << t : 0), 0) &
        (rule?.tiers ?? -1);
      if (tiers === 0 && rule?.u !== 1) next = this.ruled(next, v, { u: 0 });
      else if (tiers !== 0 && tiers !== (rule?.tiers ?? (1 << stands.length) - 1))
        next = this.ruled(next, v, { tiers });
    }
    return next;
  }
  /** Vendors that are partly in; where there are none, tiers. */
  private choices(point: Point, rules: Rules): Choice[] {
    const vendors = [...point.stands].flatMap(([v, stands]) => {
      const u = stands.reduce((sum, y) => sum + y, 0);
      return whole(u)
        ? []
        : [
            {
              no: this.ruled(rules, v, { u: 0 }),
              yes: this.ruled(rules, v, { u: 1 }),
              part: Math.min(u, 1 - u),
            },
          ];
    });
    if (vendors.length > 0) return vendors;
    return [...point.stands].flatMap(([v, stands]) =>
      stands.flatMap((y, t) =>
        whole(y)
          ? []
          : [
              {
                no: this.ruled(rules, v, {
                  tiers: this.ruled(rules, v, {}).get(v)!.tiers & ~(1 << t),
                }),
                yes: this.ruled(rules, v, { u: 1, tiers: 1 << t }),
                part: Math.min(y, 1 - y),
              },
            ],
      ),
    );
  }
  /** The two branches of the choice that raises the bound most, by trying a few. */
  private split(point: Point, choices: readonly Choice[]): Part[] | null {
    let best: { nodes: Part[]; score: number } | null = null;
    const cutoff = this.s.cutoff();
    const gain = (bound: number) => Math.max(1e-6, Math.min(bound, cutoff + 0.02) - point.bound);
    for (const choice of choices.toSorted((a, b) => b.part - a.part).slice(0, this.tries)) {
      const no = this.master.glance(choice.no);
      const yes = this.master.glance(choice.yes);
      if (no === null || yes === null) return null;
      const score = gain(no.bound) * gain(yes.bound);
      if (!best || score > best.score)
        best = {
          nodes: [
            { bound: Math.max(point.bound, no.bound), rules: choice.no },
            { bound: Math.max(point.bound, yes.bound), rules: choice.yes },
          ],
          score,
        };
      if ((no.bound >= cutoff && yes.bound >= cutoff) || this.s.over()) break;
    }
    return best!.nodes;
  }
  /**
   * Demands one side of a choice after putting the other aside as a branch of its own. Null: no
   * answer in time.
   */
  private settle(
    point: Point,
    rules: Rules,
    v: number,
    other: Partial<VendorRule>,
    chosen: Partial<VendorRule>,
  ): Rules | null {
    const aside = this.ruled(rules, v, other);
    const found = this.master.glance(aside);
    if (found === null) return null;
    this.push(Math.max(point.bound, found.bound), aside);
    return this.ruled(rules, v, chosen);
  }
  /**
   * Puts aside what is left of a search over shares: another branch may have a better award, by
   * which it ends sooner.
   */
  private later(left: SharesLeft, visits: number): boolean {
    if (left.bound < this.s.cutoff())
      this.open.push({ bound: left.bound, rules: new Map(), visits, left });
    return !left.stopped;
  }
  /** The bound of all other branches, in units. */
  private elsewhere(): number {
    return this.open.reduce((least, { bound }) => Math.min(least, bound), Infinity);
  }

  /** Vendors that are not in, but could be. */
  private others(point: Point, rules: Rules): number[] {
    const room = this.s.cutoff() - point.bound;
    const possible = (v: number) =>
      rules.get(v)?.u !== 0 &&
      tiersOf(this.c.vendors[v]!).some((_, t) => point.prices.entry(v, t) < room);
    return [...new Set([...this.master.table.vendors.keys(), ...point.stands.keys()])].filter(
      (v) => !(point.stands.get(v) ?? []).some((y) => y > 0.5) && possible(v),
    );
  }
  private solveRest(point: Point, vendors: readonly number[]): boolean {
    return this.rest(
      point.bound,
      new Map(vendors.map((v) => [v, point.prices.uses(v)])),
      this.elsewhere(),
    );
  }
  /**
   * Where the relaxation has no vendor in part: its vendors and tiers one by one, then the shares.
   * False: the time was over.
   */
  private leaf(point: Point, start: Rules): boolean {
    const inside = [...point.stands].flatMap(([v, stands]) =>
      stands.some((y) => y > 0.5) ? [v] : [],
    );
    const free = inside.length < (this.c.maxVendors ?? Infinity);
    let others = free ? this.others(point, start) : [];
    if (others.length > manyOthers) {
      this.tryShares(point);
      others = this.others(point, start);
    }
    if (others.length > manyOthers) return this.solveRest(point, [...inside, ...others]);
    let rules: Rules | null = start;
    for (const v of others) if (rules) rules = this.settle(point, rules, v, { u: 1 }, { u: 0 });
    for (const v of inside)
      if (rules && rules.get(v)?.u !== 1) rules = this.settle(point, rules, v, { u: 0 }, { u: 1 });
    if (!sharesKnow(this.c, inside)) return rules !== null && this.solveRest(point, inside);
    const partakers: Partaker[] = [];
    const room = this.s.cutoff() - point.bound;
    for (const v of inside)
      if (rules) {
        const tier = point.stands.get(v)!.findIndex((y) => y > 0.5);
        const tiers: number = this.ruled(rules, v, {}).get(v)!.tiers;
        partakers.push({
          vendor: v,
          tier,
          lots: point.prices
            .uses(v)
            .filter((bid) => bid.tiers[tier]! <= room + 1e-6)
            .map(({ lot }) => lot),
        });
        if (tiers !== 1 << tier)
          rules = this.settle(
            point,
            rules,
            v,
            { u: 1, tiers: tiers & ~(1 << tier) },
            { u: 1, tiers: 1 << tier },
          );
      }
    return (
      rules !== null && this.later(searchShares(this.s, this.engine, partakers, firstNodes), 1)
    );
  }
  /** Goes on from one branch; false when the time was over before it was done. */
  private expand(node: Node): boolean {
    if (node.left) return this.later(node.left.more(firstNodes << node.visits), node.visits + 1);
    const point = this.master.solve(node.rules, this.s.cutoff());
    if (point === null) return false;
    if (point.bound >= this.s.cutoff()) return true;
    const rules = this.narrowed(point, node.rules);
    const choices = this.choices(point, rules);
    if (choices.length === 0) return this.leaf(point, rules);
    const nodes = this.split(point, choices);
    for (const each of nodes ?? []) this.push(each.bound, each.rules);
    return nodes !== null;
  }
  /**
   * Some nodes of the shares of those whom the relaxation has in, for an award by which other
   * branches end.
   */
  private tryShares(point: Point): void {
    const inside = [...point.stands].flatMap(([v, stands]) =>
      stands.some((y) => y > 0.5) ? [v] : [],
    );
    const room = this.s.cutoff() - point.bound;
    if (!sharesKnow(this.c, inside)) return;
    searchShares(
      this.s,
      this.engine,
      inside.map((v) => {
        const tier = point.stands.get(v)!.findIndex((y) => y > 0.5);
        return {
          vendor: v,
          tier,
          lots: point.prices
            .uses(v)
            .filter((bid) => bid.tiers[tier]! <= room + 1e-6)
            .map(({ lot }) => lot),
        };
      }),
      5 * this.c.lots.length,
    );
  }
  /**
   * A first award: vendors and tiers are let in one after the other, whichever the relaxation has
   * most of. True when it is better than what was known.
   */
  dive(): boolean {
    let rules: Rules = new Map();
    const before = this.s.judged;
    for (;;) {
      const point = this.master.solve(rules, this.s.cutoff());
      if (point === null || point.bound >= this.s.cutoff() || this.s.over())
        return this.s.judged < before;
      const parts = [...point.stands].map(([v, stands]) => ({
        v,
        u: stands.reduce((sum, y) => sum + y, 0),
        t: stands.indexOf(Math.max(...stands)),
        y: Math.max(...stands),
      }));
      const vendor = parts.filter(({ u }) => !whole(u)).sort((a, b) => b.u - a.u)[0];
      const tier = parts.filter(({ y }) => !whole(y)).sort((a, b) => b.y - a.y)[0];
      if (vendor) rules = this.ruled(rules, vendor.v, { u: 1 });
      else if (tier) rules = this.ruled(rules, tier.v, { u: 1, tiers: 1 << tier.t });
      else {
        this.tryShares(point);
        return this.s.judged < before;
      }
    }
  }
  /**
   * True when nothing better than the best award is left; false when the time was over, or so many
   * branches were not enough.
   */
  run(branches: number): boolean {
    for (let n = 0; ; n++) {
      this.open.sort((a, b) => b.visits - a.visits || b.bound - a.bound);
      const node = this.open.pop();
      if (!node) return true;
      if (node.bound >= this.s.cutoff()) continue;
      this.s.raise(Math.min(node.bound, this.elsewhere()));
      this.s.tell("search");
      if (n > branches || this.s.over()) return false;
      this.s.nodes++;
      if (!this.expand(node)) return false;
    }
  }
}
