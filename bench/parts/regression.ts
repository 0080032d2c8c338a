// Two regressions by which the weights of the help are found: which of several is chosen, and whether
// what was chosen is right. Gradient descent on standardized marks with a small ridge.

type Named = Readonly<Record<string, number>>;
type Scale = { mean: number; spread: number };

const rounds = 400;
const pace = 1;
const ridge = 0.001;

const scalesOf = (rows: readonly Named[], names: readonly string[]): Scale[] =>
  names.map((name) => {
    const mean = rows.reduce((sum, row) => sum + row[name]!, 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + (row[name]! - mean) ** 2, 0) / rows.length;
    return { mean, spread: Math.sqrt(variance) || 1 };
  });
const scaled = (row: Named, names: readonly string[], scales: readonly Scale[]): number[] =>
  names.map((name, at) => (row[name]! - scales[at]!.mean) / scales[at]!.spread);
const times = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, at) => sum + each * b[at]!, 0);

/** Weights that go up the slope; `slopeOf` adds the slope of one case to the sums. */
const climbed = (
  size: number,
  cases: number,
  slopeOf: (weights: readonly number[], sums: number[]) => void,
): number[] => {
  let weights = Array.from({ length: size }, () => 0);
  let drift = weights;
  for (let round = 0; round < rounds; round++) {
    const sums = Array.from({ length: size }, () => 0);
    slopeOf(weights, sums);
    drift = drift.map((each, at) => 0.9 * each + sums[at]! / cases - 2 * ridge * weights[at]!);
    weights = weights.map((each, at) => each + 0.1 * pace * drift[at]!);
  }
  return weights;
};

/** One choice: what speaks for each, and which was the right one. */
export type Choice = { marks: readonly Named[]; right: number };

/** Weights of a conditional logistic regression: of each choice the right one among all. */
export const weightsOfChoice = (choices: readonly Choice[], names: readonly string[]): Named => {
  const scales = scalesOf(
    choices.flatMap(({ marks }) => marks),
    names,
  );
  const cases = choices.map(({ marks, right }) => ({
    rows: marks.map((row) => scaled(row, names, scales)),
    right,
  }));
  const weights = climbed(names.length, cases.length, (now, sums) => {
    for (const { rows, right } of cases) {
      const heights = rows.map((row) => Math.exp(times(row, now)));
      const whole = heights.reduce((sum, each) => sum + each, 0);
      rows.forEach((row, at) => {
        const off = Number(at === right) - heights[at]! / whole;
        for (let k = 0; k < row.length; k++) sums[k]! += off * row[k]!;
      });
    }
  });
  return Object.fromEntries(names.map((name, at) => [name, weights[at]! / scales[at]!.spread]));
};

/** Weights and base of a logistic regression: whether each is right. */
export const weightsOfRight = (
  cases: readonly { marks: Named; right: boolean }[],
  names: readonly string[],
): { counts: Named; base: number } => {
  const scales = scalesOf(
    cases.map(({ marks }) => marks),
    names,
  );
  const rows = cases.map(({ marks, right }) => ({
    row: [1, ...scaled(marks, names, scales)],
    right: Number(right),
  }));
  const [base = 0, ...weights] = climbed(names.length + 1, rows.length, (now, sums) => {
    for (const { row, right } of rows) {
      const off = right - 1 / (1 + Math.exp(-times(row, now)));
      for (let k = 0; k < row.length; k++) sums[k]! += off * row[k]!;
    }
  });
  const raw = weights.map((each, at) => each / scales[at]!.spread);
  return {
    counts: Object.fromEntries(names.map((name, at) => [name, raw[at]!])),
    base: base - raw.reduce((sum, each, at) => sum + each * scales[at]!.mean, 0),
  };
};
