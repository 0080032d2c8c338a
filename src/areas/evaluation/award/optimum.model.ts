import {
  hasLotDiscounts,
  reachedTier,
  tiersOf,
  type Award,
  type AwardCase,
} from "./award.model.ts";
import { VendorTree, type Uses } from "./branch.model.ts";
import { improved, lotByLot, nearby } from "./construct.model.ts";
import type { Engine } from "#kernel/optimum/engine.ts";
import { awardOf, formulate, valuesOf, type Formulation } from "./formulation.model.ts";
import { Master, type Point } from "./relaxation.model.ts";
import { Search, type AwardAnswer, type SolveOptions } from "./search.model.ts";

export type { Engine } from "#kernel/optimum/engine.ts";
export type { AwardAnswer, AwardStanding, SolveOptions } from "./search.model.ts";

const tierIndex = (c: AwardCase, award: Award) => (vendor: number) => {
  const reached = reachedTier(
    c,
    vendor,
    award.filter((part) => part.vendor === vendor),
  );
  return tiersOf(c.vendors[vendor]!).findIndex((tier) => tier.from === reached.from);
};

/** Bids by vendor, with the tiers at which each may be used. */
type Live = ReadonlyMap<number, readonly { lot: number; tiers: readonly boolean[] }[]>;

const programOf = (s: Search, bids: Live, marginCents: number): Formulation => {
  const f = formulate(
    s.c,
    new Map(
      [...bids]
        .sort(([a], [b]) => a - b)
        .map(([vendor, own]) => [vendor, own.map(({ lot }) => lot)]),
    ),
    true,
    marginCents,
  );
  const p = f.program;
  for (const { lot, vendor, z } of f.pairs) {
    const { tiers } = bids.get(vendor)!.find((bid) => bid.lot === lot)!;
    if (!f.grouped.has(vendor))
      for (const [t, column] of z.entries()) if (!tiers[t]) p.upper[column] = 0;
  }
  return f;
};

/** A row that leaves out what is not better than an award that these bids cannot make. */
const demandBetter = (s: Search, { program: p }: Formulation): void => {
  for (const [column, cost] of p.cost.entries())
    if (cost !== 0) {
      p.indices.push(column);
      p.values.push(cost);
    }
  p.rowNames.push("better");
  p.rowLower.push(-Infinity);
  p.rowUpper.push(s.cutoff());
  p.starts.push(p.indices.length);
};

/**
 * Solves over some bids as one program; true when the answer is final for these bids. `elsewhere`:
 * the bound, in units, of awards that use others.
 */
const solveBids = (s: Search, engine: Engine, bids: Live, elsewhere: number): boolean => {
  const { c } = s;
  // Nobody has a lot: nothing to solve.
  if (new Set([...bids.values()].flat().map(({ lot }) => lot)).size < c.lots.length) return true;
  for (const marginCents of [0, 2, 100]) {
    const f = programOf(s, bids, marginCents);
    const start = s.award && valuesOf(c, f, s.award, tierIndex(c, s.award));
    const better = s.award !== null && start === null;
    if (better) demandBetter(s, f);
    const raise = (units: number) => {
      const least = Math.min(units, elsewhere, s.judged / s.scale);
      if (marginCents === 0 && Number.isFinite(least)) s.raise(least);
    };
    const done = engine.solve(f.program, {
      start,
      proof: s.award !== null,
      secondsLimit: s.secondsLeft(),
      absoluteGap: 0.4 / s.scale,
      relativeGap: s.options.relativeGap ?? 0,
      onStanding: (bound) => {
        if (bound !== null) raise(bound);
        s.tell("search");
      },
    });
    s.nodes += done.nodes;
    if (done.status === "infeasible") raise(Infinity);
    else if (done.bound !== null) raise(done.bound);
    if (done.values === null || s.take(awardOf(c, f, done.values)))
      return done.status !== "stopped";
  }
  return true;
};

/** The bids and tiers that cost at most `room` above the bound. */
const within = (all: Uses, room: number): Live =>
  new Map(
    [...all].map(([v, own]) => [
      v,
      own
        .map(({ lot, tiers }) => ({ lot, tiers: tiers.map((use) => use <= room + 1e-6) }))
        .filter(({ tiers }) => tiers.some(Boolean)),
    ]),
  );
const count = (bids: ReadonlyMap<number, readonly unknown[]>) =>
  [...bids.values()].reduce((sum, own) => sum + own.length, 0);

/**
 * Solves over bids as programs, of which none costs less than `bound`: a narrow core of them first
 * and wider ones until the proof holds. False: the time was over.
 */
const widen = (s: Search, engine: Engine, bound: number, all: Uses, elsewhere: number): boolean => {
  const gap = () => s.cutoff() - bound;
  const few = count(all) <= 150 ? Infinity : (bound * 0.006) / s.c.lots.length;
  for (let room = Math.min(gap(), few); ; room = Math.min(gap(), room * 4)) {
    const bids = within(all, room);
    const last = count(bids) === count(within(all, gap()));
    s.kept = Math.max(s.kept, count(bids));
    if (
      !solveBids(s, engine, bids, last ? elsewhere : Math.min(elsewhere, bound + room)) ||
      s.over()
    )
      return false;
    if (last || gap() <= room + 1e-9) return true;
  }
};

/**
 * Awards near the relaxation's, made better by moves: what is not found before the search is found
 * by it, but later.
 */
const roundOff = (
  s: Search,
  near: AwardCase,
  weights: ReadonlyMap<number, ReadonlyMap<number, number>>,
  milliseconds: number,
): void => {
  const until = performance.now() + milliseconds;
  for (const award of nearby(near, weights, 8)) {
    s.take(improved(near, Math.min(milliseconds / 3, until - performance.now()), award, 2));
    if (performance.now() > until) return;
  }
  // Without any award the search has nothing to leave bids out by.
  let found = 0;
  if (s.award === null)
    for (const award of nearby(near, weights, 400, true)) {
      s.take(improved(near, Math.min(milliseconds / 3, until - performance.now()), award, 2));
      if (performance.now() > until || ++found === 4) return;
    }
};

/** The case with the bids alone that come first by what using them costs. */
const nearest = (c: AwardCase, root: Point, perLot: number): AwardCase => {
  const kept = new Map<number, Set<number>>(c.lots.map((_, lot) => [lot, new Set()]));
  const ofLot = new Map<number, { vendor: number; use: number }[]>(
    c.lots.map((_, lot) => [lot, []]),
  );
  for (const v of c.vendors.keys())
    for (const { lot, tiers } of root.prices.uses(v))
      ofLot.get(lot)!.push({ vendor: v, use: Math.min(...tiers) });
  for (const [lot, bids] of ofLot)
    for (const { vendor } of bids.sort((a, b) => a.use - b.use).slice(0, perLot))
      kept.get(lot)!.add(vendor);
  return {
    ...c,
    prices: c.prices.map((row, lot) =>
      row.map((price, vendor) => (kept.get(lot)!.has(vendor) ? price : null)),
    ),
  };
};

/**
 * So many branches are tried where the number of vendors costs nothing: mostly a few are enough
 * there, too.
 */
const freeBranches = 100;
/**
 * So many where vendors have discounts on sets of lots: each settled set of vendors is then a
 * program of its own.
 */
const someBranches = 12;

/**
 * Searches until nothing better is left, over the bids that fit in what is left between the best
 * award and the bound. False: the time was over.
 */
const proven = (
  s: Search,
  engine: Engine,
  master: Master,
  root: Point,
  tree: VendorTree | null,
): boolean => {
  const { c } = s;
  const room = s.cutoff() - root.bound;
  const all: Uses = new Map(
    c.vendors.map((_, v) => [
      v,
      root.prices.uses(v).filter(({ tiers }) => tiers.some((use) => use <= room + 1e-6)),
    ]),
  );
  if (tree === null) return widen(s, engine, root.bound, all, Infinity);
  const kept = new Set(
    [...all].flatMap(([v, own]) => own.map(({ lot }) => lot * c.vendors.length + v)),
  );
  s.kept = kept.size;
  master.keep((lot, vendor) => kept.has(lot * c.vendors.length + vendor));
  // Where the number of vendors costs nothing, settling them may take long; a relaxation may fail
  // before its time. The solver's own search then takes the whole.
  return (
    tree.run(
      c.vendors.some(hasLotDiscounts)
        ? someBranches
        : root.prices.countMatters()
          ? Infinity
          : freeBranches,
    ) ||
    (!s.over() && widen(s, engine, root.bound, all, Infinity))
  );
};

/**
 * The award judged cheapest that keeps every rule, with its proof. Finds a good award by hand,
 * bounds it by the relaxation over all bids, leaves out every bid
 * whose reduced cost shows that no better award uses it, and searches what is left: first who takes
 * part and at which discount, then the shares. `status` "stopped":
 * limit or cancel; the best award so far and its proven bound.
 */
export const solveAward = (c: AwardCase, engine: Engine, options: SolveOptions): AwardAnswer => {
  const s = new Search(c, options);
  const master = new Master(c, engine, s.secondsLeft);
  try {
    s.take(options.start ?? null);
    s.take(lotByLot(c));
    s.tell("start");
    const root = c.prices.some((row) => row.every((price) => price === null))
      ? "infeasible"
      : master.solve(new Map(), Infinity);
    if (root === null || root === "infeasible") return s.answer(root ?? "stopped");
    if (root.bound >= s.cutoff() && s.award === null) return s.answer("infeasible");
    s.raise(root.bound);
    // Where any number of vendors may take part, nothing is gained by settling who.
    const tree =
      c.maxVendors === null || c.maxVendors >= c.vendors.length
        ? null
        : new VendorTree(s, engine, master, (bound, bids, elsewhere) =>
            widen(s, engine, bound, bids, elsewhere),
          );
    const weights = master.weights();
    if (!tree?.dive())
      roundOff(s, nearest(c, root, 12), weights, Math.min(1500, options.secondsLimit * 5));
    s.tell("relaxation");
    if (s.closeEnough()) return s.answer("optimal");
    if (s.over()) return s.answer("stopped");
    const done = proven(s, engine, master, root, tree);
    if (done && s.award !== null)
      s.bound = Math.max(s.bound, s.judged * (1 - (options.relativeGap ?? 0)));
    s.tell("done");
    return s.answer(done ? (s.award === null ? "infeasible" : "optimal") : "stopped");
  } finally {
    master.close();
  }
};
