/** A price on a day; `price` in the unit of money, not in cents. */
export type Point = { day: string; price: number };
export type Trend = {
  perYear: number;
  percentPerYear: number | null;
  median: number;
  spread: number;
  from: number;
  to: number;
  n: number;
};

const day = 86_400_000;
const at = (p: Point) => Date.parse(`${p.day}T00:00:00Z`) / day;

/**
 * The middle value; of an even number of values the mean of the two in the middle. NaN for none.
 */
export const median = (values: readonly number[]): number => {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * The robust line through the prices: Theil–Sen, the median of the slopes of all pairs on different
 * days, laid through the medians; a single wild price cannot tilt it.
 * Null below five prices or when all are of one day. At most the newest 400 prices are looked at
 * (79,800 pairs).
 */
export const trendOf = (points: readonly Point[]): Trend | null => {
  const used = points.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-400);
  if (used.length < 5) return null;
  const xs = used.map(at);
  const slopes: number[] = [];
  for (let i = 0; i < used.length; i++)
    for (let j = i + 1; j < used.length; j++)
      if (xs[j] !== xs[i]) slopes.push((used[j]!.price - used[i]!.price) / (xs[j]! - xs[i]!));
  if (slopes.length === 0) return null;
  const slope = median(slopes);
  const base = median(used.map((p, i) => p.price - slope * xs[i]!));
  const middle = median(used.map((p) => p.price));
  const residuals = used.map((p, i) => Math.abs(p.price - (base + slope * xs[i]!)));
  return {
    perYear: slope * 365.25,
    percentPerYear: middle > 0 ? ((slope * 365.25) / middle) * 100 : null,
    median: middle,
    spread: 1.4826 * median(residuals),
    from: base + slope * xs[0]!,
    to: base + slope * xs.at(-1)!,
    n: used.length,
  };
};

/**
 * How many spreads a price may lie off the line before it counts as an outlier (Iglewicz and
 * Hoaglin).
 */
export const outlierAt = 3.5;

/**
 * Which prices lie far off the robust line: the distance in spreads (1.4826 × the median of the
 * absolute residuals). Without any spread, every price off the line counts. A price that at least a
 * tenth of them, and three, lie within five percent of is another level and no outlier.
 */
export const outliersOf = (points: readonly Point[]): { index: number; distance: number }[] => {
  const trend = trendOf(points);
  if (!trend) return [];
  const sorted = points.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-400);
  const first = at(sorted[0]!);
  const slope = trend.perYear / 365.25;
  // A price that many others share is a second level, such as another size, and no accident.
  const least = Math.max(3, Math.ceil(points.length / 10));
  const shared = (p: Point) =>
    points.filter((other) => Math.abs(other.price - p.price) <= 0.05 * p.price).length >= least;
  return points.flatMap((p, index) => {
    const off = Math.abs(p.price - (trend.from + slope * (at(p) - first)));
    const distance =
      trend.spread > 0 ? off / trend.spread : off > 1e-9 ? Number.POSITIVE_INFINITY : 0;
    return distance > outlierAt && !shared(p) ? [{ index, distance }] : [];
  });
};

/**
 * Herfindahl–Hirschman index of the sums of money: the squared shares in percent, added up; 10,000
 * for one supplier, 0 for no money. Sums below zero count as none.
 */
export const hhi = (sums: readonly number[]): number => {
  const positive = sums.filter((s) => s > 0);
  const total = positive.reduce((a, b) => a + b, 0);
  return total === 0 ? 0 : positive.reduce((sum, s) => sum + ((s / total) * 100) ** 2, 0);
};

export type Concentration = "open" | "moderate" | "high";
/**
 * The bands of the Merger Guidelines of 2023: above 1,800 highly concentrated, 1,000 to 1,800
 * moderately.
 */
export const bandOf = (index: number): Concentration =>
  index > 1800 ? "high" : index >= 1000 ? "moderate" : "open";
