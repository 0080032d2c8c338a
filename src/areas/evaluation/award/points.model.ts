import {
  brokenRules,
  isComplete,
  totalsOf,
  type Award,
  type AwardCase,
  type Part,
} from "./award.model.ts";
import type { Engine } from "#kernel/optimum/engine.ts";
import { allBids, awardOf, formulate, type Formulation } from "./formulation.model.ts";
import type { AwardAnswer, SolveOptions } from "./search.model.ts";

/** Where the published criteria give points: those of each bid for each lot, in hundredths. */
export type PointsCase = AwardCase & { points: NonNullable<AwardCase["points"]> };
export const hasPoints = (c: AwardCase): c is PointsCase => c.points !== undefined;

/** What shares of lots are worth: hundredths of a point times percent. */
const unitsOf = (c: PointsCase, award: Award): number =>
  award.reduce((sum, part) => sum + c.points[part.lot]![part.vendor]! * part.percent, 0);

/** The points of an award in hundredths, all lots added; a shared lot counts by its shares. */
export const awardPoints = (c: PointsCase, award: Award): number =>
  Math.round(unitsOf(c, award) / 100);

const mostOf = (c: PointsCase, lot: number): number =>
  Math.max(...c.points[lot]!.filter((each) => each !== null));

/**
 * Each lot to the bid with the most points for it; of equal points the lower list price. Null when
 * a lot has no bid.
 */
const bestByPoints = (c: PointsCase): Award | null => {
  const parts = c.lots.flatMap((_, lot): Part[] => {
    const row = c.points[lot]!;
    const best = row
      .flatMap((points, vendor) => (points === null ? [] : [vendor]))
      .sort((a, b) => row[b]! - row[a]! || c.prices[lot]![a]! - c.prices[lot]![b]!)[0];
    return best === undefined ? [] : [{ lot, vendor: best, percent: 100 }];
  });
  return parts.length === c.lots.length ? parts : null;
};

/** The one vendor with the most points for everything; null when nobody bids for every lot. */
export const bestSingle = (c: PointsCase): Award | null =>
  c.vendors
    .flatMap((_, vendor) =>
      c.points.every((row) => row[vendor] !== null)
        ? [c.lots.map((__, lot) => ({ lot, vendor, percent: 100 }))]
        : [],
    )
    .sort((a, b) => unitsOf(c, b) - unitsOf(c, a))[0] ?? null;

const allowed = (c: AwardCase, award: Award | null): award is Award =>
  award !== null && isComplete(c, award) && brokenRules(c, award).length === 0;

type Found = { award: Award | null; bound: number | null; done: boolean; nodes: number };

/** The rules of an award as a program that loses as few points as it can. */
export const pointsProgram = (c: PointsCase, marginCents = 0): Formulation => {
  const f = formulate(c, allBids(c), true, marginCents);
  f.program.cost.fill(0);
  for (const pair of f.pairs)
    for (const z of pair.z)
      f.program.cost[z] = (mostOf(c, pair.lot) - c.points[pair.lot]![pair.vendor]!) / 100;
  return f;
};

/** The most points under the rules. */
const searched = (
  c: PointsCase,
  engine: Engine,
  options: SolveOptions,
  left: () => number,
): Found => {
  const most = c.lots.reduce((sum, _, lot) => sum + mostOf(c, lot), 0);
  let nodes = 0;
  for (const marginCents of [0, 2, 100]) {
    const f = pointsProgram(c, marginCents);
    const answer = engine.solve(f.program, {
      start: null,
      proof: false,
      secondsLimit: left(),
      absoluteGap: (0.4 * c.stepPercent) / 10_000,
      relativeGap: 0,
      onStanding: () => undefined,
    });
    nodes += answer.nodes;
    const bound = answer.bound === null ? null : 100 * most - Math.floor(answer.bound * 10_000);
    const award = answer.values && awardOf(c, f, answer.values);
    // What the solver's tolerances alone allow is searched again with tighter limits.
    if (answer.values === null || allowed(c, award) || options.stopped?.())
      return {
        award: allowed(c, award) ? award : null,
        bound,
        done: answer.status !== "stopped",
        nodes,
      };
  }
  return { award: null, bound: null, done: false, nodes };
};

/**
 * The award with the most points that keeps every rule, with its proof: the published criteria are
 * what it maximizes, money stands in it only as the points that a price has. Where each lot's best
 * bid keeps the rules nothing is searched. `boundCents` is null: nothing is said of the cost.
 */
export const solvePoints = (c: PointsCase, engine: Engine, options: SolveOptions): AwardAnswer => {
  const began = performance.now();
  const left = () => Math.max(0.05, options.secondsLimit - (performance.now() - began) / 1000);
  const best = bestByPoints(c);
  const found: Found =
    best === null
      ? { award: null, bound: null, done: true, nodes: 0 }
      : allowed(c, best)
        ? { award: best, bound: unitsOf(c, best), done: true, nodes: 0 }
        : searched(c, engine, options, left);
  const bids = c.prices.flat().filter((price) => price !== null).length;
  const units = found.award && unitsOf(c, found.award);
  return {
    status: !found.done ? "stopped" : found.award ? "optimal" : "infeasible",
    award: found.award,
    judgedCents: found.award && totalsOf(c, found.award).judgedCents,
    boundCents: null,
    points: found.award && awardPoints(c, found.award),
    pointsBound:
      units === null || found.bound === null
        ? null
        : Math.round((found.done ? units : Math.max(found.bound, units)) / 100),
    nodes: found.nodes,
    bids,
    bidsKept: bids,
    seconds: (performance.now() - began) / 1000,
  };
};
