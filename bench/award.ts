// Time to a proven optimum of an award, and to 1 % of it, beside raw HiGHS on the same program and
// beside going lot by lot, as JSON lines.
// LEVEE_BENCH_CASES: how many drawn cases of each size (20 unless set); raw HiGHS gets the first of
// them.
import {
  brokenRules,
  isComplete,
  totalsOf,
  type AwardCase,
} from "#areas/evaluation/award/award.model.ts";
import { lotByLot } from "#areas/evaluation/award/construct.model.ts";
import { allBids, formulate } from "#areas/evaluation/award/formulation.model.ts";
import { scaleOf } from "#areas/evaluation/award/coefficients.model.ts";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { solveAward, type AwardAnswer } from "#areas/evaluation/award/optimum.model.ts";
import { drawnCase, withLotDiscounts } from "./parts/award-cases.ts";
import { machine, must, quantile, round, sayer, spread } from "./parts/figures.ts";

const CASES = Number(process.env.LEVEE_BENCH_CASES || 20);
const say = sayer("award");
const highs = await openHighs();
const engine = highsEngine(highs);
say(machine());

type Timed = { answer: AwardAnswer; toOnePercent: number | null; cpu: number };
const solve = (c: AwardCase, secondsLimit: number): Timed => {
  const cpu = process.cpuUsage();
  const from = performance.now();
  let toOnePercent: number | null = null;
  const answer = solveAward(c, engine, {
    secondsLimit,
    onStanding: ({ judgedCents, boundCents }) => {
      if (
        toOnePercent === null &&
        judgedCents !== null &&
        boundCents !== null &&
        judgedCents - boundCents <= judgedCents / 100
      )
        toOnePercent = (performance.now() - from) / 1000;
    },
  });
  const used = process.cpuUsage(cpu);
  if (answer.award) {
    must(
      isComplete(c, answer.award) && brokenRules(c, answer.award).length === 0,
      "an award breaks its rules",
    );
    must(
      totalsOf(c, answer.award).judgedCents === answer.judgedCents! &&
        answer.boundCents! <= answer.judgedCents!,
      "a cost or a bound is wrong",
    );
  }
  return { answer, toOnePercent, cpu: (used.user + used.system) / 1e6 };
};

/**
 * Raw HiGHS on the whole program, with its own settings and no start: seconds to its proof (or to
 * the limit), its objective and its bound in cents.
 */
const raw = (
  c: AwardCase,
  secondsLimit: number,
): { seconds: number; cents: number | null; bound: number | null } => {
  const f = formulate(c, allBids(c), true);
  const from = performance.now();
  const p = f.program;
  return highs.withModel(
    {
      numCols: p.cost.length,
      numRows: p.rowLower.length,
      colCost: p.cost,
      colLower: p.lower,
      colUpper: p.upper,
      rowLower: p.rowLower,
      rowUpper: p.rowUpper,
      integrality: p.integer.map((whole) => (whole ? 1 : 0)),
      matrix: {
        format: "csr",
        numRows: p.rowLower.length,
        numCols: p.cost.length,
        starts: Int32Array.from(p.starts),
        indices: Int32Array.from(p.indices),
        values: Float64Array.from(p.values),
      },
    },
    (model) => {
      model.options.set({
        output_flag: false,
        time_limit: secondsLimit,
        mip_rel_gap: 0,
        mip_abs_gap: 0.4 / scaleOf(c),
      });
      model.run();
      const seconds = (performance.now() - from) / 1000;
      const objective = model.getObjectiveValue();
      const bound = Number(model.info.get("mip_dual_bound"));
      return {
        seconds,
        cents:
          Number.isFinite(objective) && model.info.get("mip_gap") !== Infinity
            ? objective * f.scale
            : null,
        bound: Number.isFinite(bound) ? bound * f.scale : null,
      };
    },
  );
};

const gaps = (runs: readonly Timed[]) =>
  runs.map(({ answer }) =>
    answer.judgedCents === null || answer.boundCents === null
      ? Infinity
      : (100 * (answer.judgedCents - answer.boundCents)) / answer.judgedCents,
  );
const savings: number[] = [];

const size = (
  vendors: number,
  lots: number,
  cases: number,
  limit: number,
  rawCases: number,
  some = false,
) => {
  const drawn = Array.from({ length: cases }, (_, i) =>
    some
      ? withLotDiscounts(drawnCase(vendors, lots, i + 1), i + 1)
      : drawnCase(vendors, lots, i + 1),
  );
  const runs = drawn.map((c) => solve(c, limit));
  const seconds = runs.map(({ answer }) => answer.seconds);
  for (const [i, c] of drawn.entries()) {
    const byHand = lotByLot(c);
    const best = runs[i]!.answer.judgedCents;
    if (byHand && best !== null) savings.push(100 * (1 - best / totalsOf(c, byHand).judgedCents));
  }
  const beside = drawn.slice(0, rawCases).map((c, i) => {
    const other = raw(c, limit);
    const ours = runs[i]!.answer;
    if (other.cents !== null && ours.status === "optimal")
      must(
        other.cents >= ours.judgedCents! - 1 - c.lots.length,
        "raw HiGHS found a cheaper award than the proven optimum",
      );
    return { raw: other.seconds, ratio: ours.seconds / other.seconds };
  });
  say({
    figure: `${vendors} vendors x ${lots} lots${some ? ", discounts on some lots" : ""}`,
    cases,
    limit_s: limit,
    proven: runs.filter(({ answer }) => answer.status === "optimal").length,
    infeasible: runs.filter(({ answer }) => answer.status === "infeasible").length,
    seconds: spread(seconds),
    p95_s: round(quantile(seconds, 0.95)),
    cpu_s: spread(runs.map(({ cpu }) => cpu)),
    to_1_percent_s: spread(runs.map(({ toOnePercent }) => toOnePercent ?? limit)),
    gap_percent: {
      median: round(quantile(gaps(runs), 0.5)),
      worst: round(Math.max(...gaps(runs))),
    },
    bids: spread(runs.map(({ answer }) => answer.bids)),
    bids_searched: spread(runs.map(({ answer }) => answer.bidsKept)),
    ...(beside.length
      ? {
          raw_highs_s: spread(beside.map((each) => each.raw)),
          ratio_to_raw: spread(beside.map((each) => each.ratio)),
          raw_cases: beside.length,
        }
      : {}),
  });
};

size(20, 20, CASES, 30, 5);
size(20, 20, Math.min(CASES, 10), 30, 0, true);
size(500, 20, CASES, 30, 2);
size(100, 100, 3, 30, 1);
size(500, 100, 1, 30, 0);
say({ figure: "saving over lot by lot, %", ...spread(savings), cases: savings.length });

/** Every award of a small case, counted one by one. */
const exhaustive = (c: AwardCase): number => {
  let best = Infinity;
  const winners: number[] = [];
  const next = (lot: number): void => {
    if (lot === c.lots.length) {
      const award = winners.map((vendor, l) => ({ lot: l, vendor, percent: 100 }));
      if (brokenRules(c, award).length === 0) best = Math.min(best, totalsOf(c, award).judgedCents);
      return;
    }
    for (const [vendor, price] of c.prices[lot]!.entries())
      if (price !== null) {
        winners[lot] = vendor;
        next(lot + 1);
      }
  };
  next(0);
  return best;
};
const small = [1, 2, 3]
  .flatMap((seed) => [drawnCase(6, 6, seed), withLotDiscounts(drawnCase(6, 6, seed), seed)])
  .map((c) => ({ ...c, maxVendors: 4 }))
  .map((c) => ({ ...c, lots: c.lots.map((lot) => ({ ...lot, maxVendors: 1 })) }));
const compared = small.map((c) => {
  const { answer } = solve(c, 30);
  const from = performance.now();
  const least = exhaustive(c);
  // Paid cents are rounded lot by lot, the program's are not: a cent for each lot may lie between
  // two awards of almost the same cost.
  must(
    answer.judgedCents === null
      ? least === Infinity
      : Math.abs(answer.judgedCents - least) <= c.lots.length,
    "the optimum is not what counting finds",
  );
  return (performance.now() - from) / 1000 / answer.seconds;
});
say({
  figure: "counting one by one takes so many times as long (6 vendors x 6 lots)",
  ...spread(compared),
  equal: true,
});
