import { brokenRules, hasLotDiscounts, isComplete, reachedTier, tiersOf, totalsOf, type Award, type AwardCase } from "./award.model.ts";
import { improved, nearby } from "./construct.model.ts";
import { allBids, awardOf, formulate, goalFactor, judgedPrice, scaleOf, switchingOf, valuesOf, type Formulation, type Program } from "./formulation.model.ts";

export type LpAnswer = { status: "optimal" | "infeasible" | "stopped"; objective: number; values: ArrayLike<number>; columnDuals: ArrayLike<number>; rowDuals: ArrayLike<number> };
export type MipAnswer = { status: "optimal" | "infeasible" | "stopped"; values: ArrayLike<number> | null; bound: number | null; nodes: number };
/** The solver beneath; both calls block until done. `proof`: the start is good, what counts is the bound. `presolve`: with the reductions that the solver makes first. */
export type Engine = {
  relax: (program: Program, secondsLimit: number) => LpAnswer;
  solve: (program: Program, options: { start: ArrayLike<number> | null; proof: boolean; presolve: boolean; secondsLimit: number; absoluteGap: number; relativeGap: number; onStanding: (bound: number | null, objective: number | null) => void }) => MipAnswer;
};
/** What is known while the solver works; `boundCents` is proven: no allowed award is judged cheaper. */
export type AwardStanding = { stage: "start" | "relaxation" | "search" | "done"; award: Award | null; judgedCents: number | null; boundCents: number | null };
export type AwardAnswer = { status: "optimal" | "infeasible" | "stopped"; award: Award | null; judgedCents: number | null; boundCents: number | null; nodes: number; bids: number; bidsKept: number; seconds: number };
export type SolveOptions = { secondsLimit: number; relativeGap?: number; stopped?: () => boolean; onStanding?: (standing: AwardStanding) => void; start?: Award | null };

type Prices = { boundUnits: number; weights: ReadonlyMap<number, ReadonlyMap<number, number>>; bids: ReadonlyMap<number, ReadonlyMap<number, number>> };

/** Reduced cost of a bid that the relaxation does not know, at one tier, from the prices of the rows it would stand in. */
const bidPrice = (c: AwardCase, f: Formulation, duals: ArrayLike<number>, lot: number, vendor: number, t: number): { z: number; b: number } => {
  const dual = (row: number | null | undefined) => (row === null || row === undefined ? 0 : duals[row]!);
  const tier = tiersOf(c.vendors[vendor]!)[t]!, [from, to] = f.rows.vendorValue.get(vendor)?.[t] ?? [null, null], value = c.prices[lot]![vendor]! / f.scale;
  const z = judgedPrice(c, lot, vendor, tier) / f.scale - dual(f.rows.lot[lot]) - dual(f.rows.goal) * (goalFactor(c, lot, vendor, tier) / f.scale) - value * (dual(from) + dual(to));
  const lots = (f.rows.vendorLots.get(vendor) ?? []).reduce((sum, row) => sum + dual(row), 0);
  return { z, b: switchingOf(c, lot, vendor) / f.scale - dual(f.rows.lotMost[lot]) - lots - dual(f.rows.vendorMaxLots.get(vendor)) };
};

type Priced = { lot: number; vendor: number; least: number; use: number };

/** Every bid that the relaxation does not know: by how much it would lower the bound (`least` < 0), and what using it costs at least above the bound. */
const priceUnknown = (c: AwardCase, f: Formulation, answer: LpAnswer, known: ReadonlyMap<number, readonly number[]>, bids: ReadonlyMap<number, readonly number[]>): Priced[] => {
  const perVendor = answer.rowDuals[f.rows.vendors]!;
  return [...bids].flatMap(([vendor, lots]) => {
    // Vendors with discounts on some lots are known whole from the beginning.
    if (hasLotDiscounts(c.vendors[vendor]!)) return [];
    const inside = known.has(vendor), there = new Set(known.get(vendor) ?? []), tiers = tiersOf(c.vendors[vendor]!);
    const rows = lots.filter((lot) => !there.has(lot)).map((lot) => ({ lot, prices: tiers.map((_, t) => bidPrice(c, f, answer.rowDuals, lot, vendor, t)) }));
    const entry = tiers.map((_, t) => (inside ? Math.max(0, answer.columnDuals[f.y.get(vendor)![t]!]!) : -perVendor + rows.reduce((sum, row) => sum + Math.min(0, row.prices[t]!.z + row.prices[t]!.b), 0)));
    return rows.map(({ lot, prices }) => {
      const share = c.lots[lot]!.maxVendors === 1 ? 1 : c.minSharePercent / 100;
      const least = Math.min(...prices.map(({ z, b }, t) => (b < 0 ? b : inside ? z + b : entry[t]!)));
      return { lot, vendor, least, use: Math.min(...prices.map(({ z, b }, t) => entry[t]! + share * Math.max(0, z + Math.max(0, b)))) };
    });
  });
};

const priceKnown = (c: AwardCase, f: Formulation, answer: LpAnswer): Priced[] => f.pairs.map((pair) => {
  if (f.grouped.has(pair.vendor)) return { lot: pair.lot, vendor: pair.vendor, least: 0, use: 0 };
  const cost = (column: number) => Math.max(0, answer.columnDuals[column]!), share = c.lots[pair.lot]!.maxVendors === 1 ? 1 : c.minSharePercent / 100;
  return { lot: pair.lot, vendor: pair.vendor, least: 0, use: cost(pair.b) + Math.min(...pair.z.map((z, t) => share * cost(z) + cost(f.y.get(pair.vendor)![t]!))) };
});

const asMap = (pairs: Iterable<readonly [lot: number, vendor: number]>): ReadonlyMap<number, readonly number[]> => {
  const map = new Map<number, Set<number>>();
  for (const [lot, vendor] of pairs) map.set(vendor, (map.get(vendor) ?? new Set()).add(lot));
  return new Map([...map].sort(([a], [b]) => a - b).map(([vendor, lots]) => [vendor, [...lots].sort((a, b) => a - b)]));
};

/** The cheapest bids of each lot at their best discount, those of an award that is known, and all of vendors with discounts on some lots. */
const firstBids = (c: AwardCase, perLot: number, award: Award | null): ReadonlyMap<number, readonly number[]> => asMap([
  ...c.lots.flatMap((_, lot) => c.prices[lot]!.flatMap((price, vendor) => (price === null ? [] : [{ vendor, judged: judgedPrice(c, lot, vendor, tiersOf(c.vendors[vendor]!).at(-1)!) }]))
    .sort((a, b) => a.judged - b.judged).slice(0, perLot).map(({ vendor }) => [lot, vendor] as const)),
  ...(award ?? []).map((part) => [part.lot, part.vendor] as const),
  ...c.vendors.flatMap((one, vendor) => (hasLotDiscounts(one) ? c.lots.flatMap((_, lot) => (c.prices[lot]![vendor] === null ? [] : [[lot, vendor] as const])) : [])),
]);

const weightsOf = (f: Formulation, answer: LpAnswer) => {
  const weights = new Map<number, Map<number, number>>();
  for (const pair of f.pairs) {
    const share = pair.z.reduce((sum, z) => sum + answer.values[z]!, 0);
    if (share > 1e-6) weights.set(pair.vendor, (weights.get(pair.vendor) ?? new Map()).set(pair.lot, share));
  }
  return weights;
};

/** The bound of the relaxation over all bids, without ever writing most of them down: bids are added while their reduced cost is negative. */
const relaxation = (c: AwardCase, engine: Engine, award: Award | null, seconds: () => number): Prices | "infeasible" | "stopped" => {
  const bids = allBids(c), total = [...bids.values()].reduce((sum, lots) => sum + lots.length, 0);
  let known = total < 600 ? bids : firstBids(c, 8, award);
  for (;;) {
    const f = formulate(c, known, false), answer = engine.relax(f.program, seconds());
    if (answer.status === "stopped") return "stopped";
    if (answer.status === "infeasible") {
      if (known === bids) return "infeasible";
      known = bids;
      continue;
    }
    const unknown = known === bids ? [] : priceUnknown(c, f, answer, known, bids), wanted = unknown.filter((bid) => bid.least < -1e-9);
    if (wanted.length === 0) {
      const found = new Map<number, Map<number, number>>();
      for (const { lot, vendor, use } of [...priceKnown(c, f, answer), ...unknown]) found.set(vendor, (found.get(vendor) ?? new Map()).set(lot, use));
      return { boundUnits: answer.objective, bids: found, weights: weightsOf(f, answer) };
    }
    known = asMap([...f.pairs.map((pair) => [pair.lot, pair.vendor] as const), ...wanted.map((bid) => [bid.lot, bid.vendor] as const)]);
  }
};

const within = (prices: Prices, room: number): ReadonlyMap<number, readonly number[]> =>
  asMap([...prices.bids].flatMap(([vendor, lots]) => [...lots].flatMap(([lot, use]) => (use <= room + 1e-6 ? [[lot, vendor] as const] : []))));
const countOf = (bids: ReadonlyMap<number, readonly number[]>) => [...bids.values()].reduce((sum, lots) => sum + lots.length, 0);

class Search {
  readonly began = performance.now();
  readonly scale: number;
  award: Award | null = null;
  judged = Infinity;
  bound = 0;
  nodes = 0;
  kept = 0;
  readonly bids: number;
  readonly c: AwardCase;
  readonly options: SolveOptions;
  constructor(c: AwardCase, options: SolveOptions) {
    this.c = c;
    this.options = options;
    this.scale = scaleOf(c);
    this.bids = countOf(allBids(c));
  }
  secondsLeft = () => Math.max(0.05, this.options.secondsLimit - (performance.now() - this.began) / 1000);
  over = () => performance.now() - this.began > this.options.secondsLimit * 1000 || this.options.stopped?.() === true;
  take(award: Award | null): boolean {
    if (!award || !isComplete(this.c, award) || brokenRules(this.c, award).length > 0) return false;
    const { judgedCents } = totalsOf(this.c, award);
    if (judgedCents < this.judged) [this.award, this.judged] = [award, judgedCents];
    return true;
  }
  /** A bound above an award that is known contradicts it: the solver was wrong, and what it says does not count. */
  contradicts(units: number): boolean { return units * this.scale > this.judged + 1 + this.c.lots.length; }
  raise(units: number) { if (!this.contradicts(units)) this.bound = Math.max(this.bound, units * this.scale); }
  cents(): number { return Math.min(Math.ceil(this.bound - 0.5), this.judged); }
  tell(stage: AwardStanding["stage"]) {
    this.options.onStanding?.({ stage, award: this.award, judgedCents: this.award && this.judged, boundCents: this.bound > 0 ? this.cents() : null });
  }
  answer(status: AwardAnswer["status"]): AwardAnswer {
    return { status, award: this.award, judgedCents: this.award && this.judged, boundCents: status === "infeasible" || this.bound <= 0 ? null : this.cents(), nodes: this.nodes, bids: this.bids, bidsKept: this.kept, seconds: (performance.now() - this.began) / 1000 };
  }
  /** Costs are rounded to the cent part by part (paid and preference), the bound is not. */
  closeEnough = () => this.award !== null && this.judged - this.bound <= Math.max(0.5 + this.award.length, (this.options.relativeGap ?? 0) * this.judged);
}

const tierIndex = (c: AwardCase, award: Award) => (vendor: number) => {
  const reached = reachedTier(c, vendor, award.filter((part) => part.vendor === vendor));
  return tiersOf(c.vendors[vendor]!).findIndex((tier) => tier.from === reached.from);
};

/** Solves over the bids whose use can cost at most `room` above the bound; true when the answer is final for these bids. */
const solveCore = (s: Search, engine: Engine, prices: Prices, room: number, proof: boolean): boolean => {
  const { c } = s;
  for (const marginCents of [0, 2, 100]) {
    const bids = within(prices, room), f = formulate(c, bids, true, marginCents);
    s.kept = countOf(bids);
    const outside = s.kept === s.bids ? Infinity : prices.boundUnits + room, start = s.award && valuesOf(c, f, s.award, tierIndex(c, s.award));
    const solve = (presolve: boolean) => engine.solve(f.program, {
      start, proof, presolve, secondsLimit: s.secondsLeft(), absoluteGap: 0.4 / s.scale, relativeGap: s.options.relativeGap ?? 0,
      onStanding: (bound) => { if (bound !== null && marginCents === 0) s.raise(Math.min(bound, outside)); s.tell("search"); },
    });
    // Presolve has cut off optimal awards of programs with discounts on sets of lots.
    let done = solve(f.grouped.size === 0);
    if (start && marginCents === 0 && (done.status === "infeasible" || (done.bound !== null && s.contradicts(done.bound)))) done = solve(false);
    s.nodes += done.nodes;
    if (marginCents === 0 && done.status === "infeasible") s.raise(Math.min(outside, s.judged / s.scale));
    if (marginCents === 0 && done.bound !== null) s.raise(Math.min(done.bound, outside));
    if (done.values === null || s.take(awardOf(c, f, done.values))) return done.status !== "stopped";
  }
  return true;
};

const search = (s: Search, engine: Engine, prices: Prices): "optimal" | "stopped" => {
  let room = Math.min((s.judged - s.bound) / s.scale, (prices.boundUnits * 0.006) / s.c.lots.length);
  for (let pass = 0; ; pass++) {
    const final = solveCore(s, engine, prices, room, pass > 0 && s.award !== null), gap = (s.judged - prices.boundUnits * s.scale) / s.scale;
    if (s.closeEnough()) return "optimal";
    if (!final || s.over() || gap <= room + 1e-9) return "stopped";
    if (s.kept === s.bids) return s.award ? "stopped" : "optimal";
    room = Math.min(gap, room * 4);
  }
};

/** Awards near the relaxation's, made better by moves: what is not found before the search is found by it, but later. */
const roundOff = (s: Search, prices: Prices, milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  for (const award of nearby(s.c, prices.weights, 8)) {
    s.take(improved(s.c, Math.min(400, until - performance.now()), award, 4));
    if (performance.now() > until) return;
  }
  // Without any award the search has nothing to leave bids out by.
  let found = 0;
  if (s.award === null) for (const award of nearby(s.c, prices.weights, 400, true)) {
    s.take(improved(s.c, Math.min(400, until - performance.now()), award, 4));
    if (performance.now() > until || ++found === 4) return;
  }
};

/**
 * The award judged cheapest that keeps every rule, with its proof. Finds a good award by hand, bounds it by the relaxation over all bids, leaves out every bid
 * whose reduced cost shows that no better award uses it, and solves what is left. `status` "stopped": limit or cancel; the best award so far and its proven bound.
 */
export const solveAward = (c: AwardCase, engine: Engine, options: SolveOptions): AwardAnswer => {
  const s = new Search(c, options);
  s.take(options.start ?? null);
  s.take(improved(c, Math.min(1500, options.secondsLimit * 100)));
  s.tell("start");
  const prices = relaxation(c, engine, s.award, s.secondsLeft);
  if (typeof prices === "string") return s.answer(prices);
  s.raise(prices.boundUnits);
  if (s.judged > s.bound * 1.005) roundOff(s, prices, Math.min(1500, options.secondsLimit * 50));
  s.tell("relaxation");
  if (s.closeEnough()) return s.answer("optimal");
  if (s.over()) return s.answer("stopped");
  const status = search(s, engine, prices);
  const ended = s.award === null && status === "optimal" ? "infeasible" : status;
  if (ended === "optimal" && (options.relativeGap ?? 0) === 0) s.bound = s.judged;
  s.tell("done");
  return s.answer(ended);
};
