// Points that people give by criteria, exactly: for bids, for applications to the agency's own programs.

/** Hundredths of a point as text with two decimals. */
export const pointsText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** value × factor ÷ by, rounded half up, exactly. All non-negative, `by` above zero. */
export const shareOf = (value: number, factor: number, by: number): number =>
  Number((2n * BigInt(value) * BigInt(factor) + BigInt(by)) / (2n * BigInt(by)));

/** A decimal of at most two places, such as a weight, as hundredths. */
export const hundredthsOf = (text: string): number => {
  const [whole = "0", part = ""] = text.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0").slice(0, 2));
};

/**
 * Points of a score: weight × score ÷ most, rounded half up to two decimals; scores in hundredths.
 */
export const scorePoints = (
  weight: number,
  score: number,
  most: number,
): { hundredths: number; step: string } => {
  const hundredths = shareOf(weight, score, most * 100);
  return {
    hundredths,
    step: `${pointsText(weight)} × ${pointsText(score)} ÷ ${most} = ${pointsText(hundredths)}`,
  };
};

export type Spread = {
  mean: string;
  low: string;
  high: string;
  deviation: string;
  outliers: readonly string[];
  wide: boolean;
};

/**
 * How far evaluators are apart on one criterion of one bid. `wide`: lowest and highest differ by
 * more than `percent` of the most that can be given;
 * an outlier, of three scores or more, is farther than that from the median. Scores in points as
 * given; shown with two decimals.
 */
export const spreadOf = (
  scores: readonly { member: string; score: string }[],
  most: number,
  percent = 30,
): Spread => {
  const values = scores.map(({ score }) => hundredthsOf(score));
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = values.length ? sum / values.length : 0;
  const limit = percent * most;
  const sorted = values.toSorted((a, b) => a - b);
  const median = values.length
    ? (sorted[(values.length - 1) >> 1]! + sorted[values.length >> 1]!) / 2
    : 0;
  const outliers =
    values.length < 3
      ? []
      : scores.flatMap(({ member }, i) => (Math.abs(values[i]! - median) > limit ? [member] : []));
  const deviation = Math.sqrt(
    values.length
      ? values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length
      : 0,
  );
  const low = values.length ? Math.min(...values) : 0;
  const high = values.length ? Math.max(...values) : 0;
  return {
    mean: (mean / 100).toFixed(4),
    low: pointsText(low),
    high: pointsText(high),
    deviation: pointsText(deviation),
    outliers,
    wide: high - low > limit,
  };
};
