import { mean, sum } from "./errors.ts";
import { studentBelow } from "./student.ts";

/** A claim is made where chance alone would make it in five of a hundred series at most. */
const claimLevel = 0.05;

/**
 * Diebold and Mariano 1995, one-sided, with the correction for small samples of Harvey, Leybourne and
 * Newbold 1997 (International Journal of Forecasting 13:281–291): how likely differences of loss like
 * these are where the method is no better than the naive one. `differences` are the method's losses
 * less those of the naive one, one for each origin in order; `reach` is how many steps a forecast goes
 * ahead, so that errors of neighbouring origins overlap by `reach - 1`. The variance is that of the
 * paper, and that with falling weights (Newey and West 1987) where this is more: sums of few
 * autocovariances come out too small, or below zero. Null where there are too few origins to say.
 */
export const noBetter = (differences: readonly number[], reach: number): number | null => {
  const n = differences.length;
  if (n < 8 || n <= reach) return null;
  const middle = mean(differences)!;
  if (middle >= 0) return 1;
  const covariance = (lag: number) =>
    sum(differences.slice(lag).map((d, at) => (d - middle) * (differences[at]! - middle))) / n;
  const lags = Array.from({ length: reach - 1 }, (_, k) => covariance(k + 1));
  const own = covariance(0);
  const plain = own + 2 * sum(lags);
  const falling = own + 2 * sum(lags.map((value, k) => (1 - (k + 1) / reach) * value));
  const variance = Math.max(plain, falling) / n;
  // The same gain at each origin leaves nothing to chance.
  if (variance <= (middle * 1e-9) ** 2) return 0;
  const small = (n + 1 - 2 * reach + (reach * (reach - 1)) / n) / n;
  return studentBelow((middle / Math.sqrt(variance)) * Math.sqrt(Math.max(0, small)), n - 1);
};

/**
 * Which of several tests stand at `claimLevel` though several were made (Holm 1979): the smallest
 * chance is held against the level parted by all of them, the next by one fewer, until one fails.
 */
export const standing = (chances: readonly (number | null)[]): boolean[] => {
  const order = chances
    .map((chance, at) => ({ chance: chance ?? 1, at }))
    .toSorted((a, b) => a.chance - b.chance);
  const stands = chances.map(() => false);
  for (const [place, { chance, at }] of order.entries()) {
    if (chance > claimLevel / (chances.length - place)) break;
    stands[at] = true;
  }
  return stands;
};
