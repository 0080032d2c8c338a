import { bandLevels, coverageAt, halfWidths, type Coverage } from "./band.ts";
import { noBetter, standing } from "./claim.ts";
import { mean, relativeError, seasonalScale, sum } from "./errors.ts";
import { methodNames, type OutlookMethod } from "./method.labels.ts";
import { saidBy } from "./methods.ts";
import { paired, rolled, type Trials } from "./roll.ts";

/**
 * A series to look ahead from: its values in order, how many make a season (12 of months, 52 of weeks, 1
 * of what is known for less than two seasons), how many steps to look ahead, and by step the least that will come (what is spent and bound), where known.
 */
export type OutlookInput = {
  values: readonly number[];
  season: number;
  ahead: number;
  floor?: readonly (number | null | undefined)[];
  /** So many values there must be; two seasons where nothing is said. */
  least?: number;
};
type Band = { low: number; high: number } | null;
type OutlookPoint = {
  step: number;
  value: number;
  /** The method said less than the floor, so the floor stands. */
  raised: boolean;
  band80: Band;
  band95: Band;
};
type OutlookScore = {
  method: OutlookMethod;
  /** How many whole forecasts of the past it was held against. */
  tested: number;
  /** Mean absolute error by the seasonal naive error inside the sample. */
  mase: number | null;
  /** Errors by those of the naive method at the same forecasts. */
  relativeError: number | null;
  /** How likely such a lead over the naive method is by chance alone. */
  chance: number | null;
  /** Whether the lead stands though several methods were tried. */
  beats: boolean;
};
/** How wrong the method was at one distance, beside the naive one at the same forecasts. */
type OutlookStep = {
  step: number;
  tested: number;
  off: number | null;
  naiveOff: number | null;
  inside80: Coverage | null;
  inside95: Coverage | null;
};
export type Outlook =
  | { kind: "too_short"; has: number; needs: number }
  | {
      kind: "forecast";
      method: OutlookMethod;
      /** Why: it beats naive, or nothing does, or the past is too short to tell. */
      chosen: "beats" | "naive" | "untested";
      points: OutlookPoint[];
      scores: OutlookScore[];
      steps: OutlookStep[];
    };

/** So many seasons there must be before anything is said. */
export const leastSeasons = 2;

const sizeOf = (off: readonly number[]): number => mean(off.map(Math.abs))!;

const scoresOf = (
  trials: Trials,
  tried: readonly OutlookMethod[],
  values: readonly number[],
  { season, ahead }: OutlookInput,
): OutlookScore[] => {
  const scale = seasonalScale(values, season);
  const rivals: readonly OutlookMethod[] = tried.filter((method) => method !== "naive");
  const pairs = (method: OutlookMethod) => paired(trials, method, ahead);
  const chances = rivals.map((method) =>
    noBetter(
      pairs(method).map(({ own, naive }) => sizeOf(own.off) - sizeOf(naive.off)),
      ahead,
    ),
  );
  const beats = standing(chances);
  return tried.map((method) => {
    const all = pairs(method);
    const own = all.map((pair) => sizeOf(pair.own.off));
    const off = mean(own);
    const at = rivals.indexOf(method);
    return {
      method,
      tested: all.length,
      mase: off === null || scale === null ? null : off / scale,
      relativeError:
        off === null ? null : relativeError(sum(own), sum(all.map((p) => sizeOf(p.naive.off)))),
      chance: at < 0 ? null : chances[at]!,
      beats: at >= 0 && beats[at]!,
    };
  });
};

const stepsOf = (trials: Trials, method: OutlookMethod, ahead: number): OutlookStep[] =>
  Array.from({ length: ahead }, (_, n) => {
    const step = n + 1;
    const at = paired(trials, method, step);
    return {
      step,
      tested: at.length,
      off: mean(at.map(({ own }) => Math.abs(own.off[n]!))),
      naiveOff: mean(at.map(({ naive }) => Math.abs(naive.off[n]!))),
      inside80: coverageAt(trials[method], step, 80),
      inside95: coverageAt(trials[method], step, 95),
    };
  });

const pointsOf = (
  said: readonly number[],
  trials: Trials,
  method: OutlookMethod,
  floor: OutlookInput["floor"],
): OutlookPoint[] => {
  const [near, far] = bandLevels.map((level) => halfWidths(trials[method], said.length, level));
  return said.map((value, n) => {
    const least = floor?.[n] ?? -Infinity;
    const shown = Math.max(value, least);
    const band = (half: number | null | undefined): Band =>
      half === null || half === undefined
        ? null
        : { low: Math.max(least, value - half), high: Math.max(shown, value + half) };
    return {
      step: n + 1,
      value: shown,
      raised: value < least,
      band80: band(near![n]),
      band95: band(far![n]),
    };
  });
};

/**
 * Looks ahead from a series by a method that proved itself on its past, or by the naive one. The past
 * is forecast value by value (`rolled`); a method is chosen only where it beats the naive one by a
 * test that allows for how many were tried (`noBetter`, `standing`), and of those the one that was
 * off least. Bands are conformal (`halfWidths`), each with how often such a band held what came.
 * Below two seasons nothing is said; nothing is said below the floor.
 */
export const outlookOf = (input: OutlookInput): Outlook => {
  const { values, season, ahead, floor } = input;
  const needs = input.least ?? leastSeasons * season;
  if (values.length < needs) return { kind: "too_short", has: values.length, needs };
  const trials = rolled(values, season, ahead);
  const tried = methodNames.filter((method) => saidBy(method, values, season, 1));
  const scores = scoresOf(trials, tried, values, input);
  const [best] = scores
    .filter((score) => score.beats)
    .toSorted((a, b) => (a.relativeError ?? 0) - (b.relativeError ?? 0));
  const method = best?.method ?? "naive";
  const testable = scores.some((score) => score.chance !== null);
  return {
    kind: "forecast",
    method,
    chosen: best ? "beats" : testable ? "naive" : "untested",
    points: pointsOf(saidBy(method, values, season, ahead)!, trials, method, floor),
    scores,
    steps: stepsOf(trials, method, ahead),
  };
};
