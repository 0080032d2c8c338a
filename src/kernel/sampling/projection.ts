/** An examined item: what it was recorded at, and what it should have been; cents. */
export type Examined = { cents: number; audited: number };

const chanceOfAtMost = (errors: number, mean: number): number => {
  let term = Math.exp(-mean);
  let sum = term;
  for (let n = 1; n <= errors; n++) sum += term *= mean / n;
  return sum;
};

/**
 * The confidence factor of monetary-unit sampling for so many errors: the mean of a Poisson
 * distribution at which so few errors are no likelier than the risk, rounded up to hundredths as the
 * tables of the literature have it (95 %: 3.00, 4.75, 6.30; 90 %: 2.31, 3.89, 5.33).
 */
export const confidenceFactor = (errors: number, confidence: number): number => {
  let [low, high] = [0, 200];
  for (let turn = 0; turn < 80; turn++) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(errors, middle) > 1 - confidence / 100) low = middle;
    else high = middle;
  }
  return Math.ceil(high * 100 - 1e-9) / 100;
};

export type UnitProjection = {
  /** Errors of certain items, which are known and not projected. */
  known: number;
  projected: number;
  /** What could be wrong although nothing was found. */
  basic: number;
  /** What errors that were found add to that. */
  incremental: number;
  /** Known, projected, basic and incremental together. */
  upper: number;
};

/**
 * What errors of a monetary-unit sample say of the whole: overstatements of recorded cents. Each error
 * of a drawn item taints its interval; taints are taken from the largest on, as the AICPA's audit
 * guide on sampling does. Understatements count nothing here and are to be judged apart.
 */
export const projectUnits = (
  examined: readonly (Examined & { certain: boolean })[],
  interval: number,
  confidence: number,
): UnitProjection => {
  const wrong = examined.filter(({ cents, audited }) => cents > audited);
  const known = wrong
    .filter(({ certain }) => certain)
    .reduce((sum, { cents, audited }) => sum + cents - audited, 0);
  const tainted = wrong
    .filter(({ certain }) => !certain)
    .map(({ cents, audited }) => ((cents - audited) / cents) * interval)
    .toSorted((a, b) => b - a);
  const factor = (n: number) => confidenceFactor(n, confidence);
  const projected = tainted.reduce((sum, cents) => sum + cents, 0);
  const incremental = tainted.reduce(
    (sum, cents, at) => sum + cents * (factor(at + 1) - factor(at) - 1),
    0,
  );
  const basic = factor(0) * interval;
  const [p, b, i] = [projected, basic, incremental].map(Math.round) as [number, number, number];
  return { known, projected: p, basic: b, incremental: i, upper: known + p + b + i };
};

/**
 * What errors of a random sample say of the items that it was drawn from: the mean error of an
 * examined item times their number (difference estimation), in cents; of strata the sum over each.
 */
export const projectDifference = (
  strata: readonly { count: number; examined: readonly Examined[] }[],
): number =>
  Math.round(
    strata.reduce((sum, { count, examined }) => {
      if (examined.length === 0) return sum;
      const errors = examined.reduce((all, { cents, audited }) => all + cents - audited, 0);
      return sum + (errors / examined.length) * count;
    }, 0),
  );
