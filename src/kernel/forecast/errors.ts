/** The sum of values. */
export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** The mean of values; null of none. */
export const mean = (values: readonly number[]): number | null =>
  values.length ? sum(values) / values.length : null;

/** The quantile of values between its neighbours; 0 ≤ q ≤ 1, at least one value. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const floor = Math.floor(place);
  const [a, b] = [sorted[floor]!, sorted[Math.min(sorted.length - 1, floor + 1)]!];
  return a + (b - a) * (place - floor);
};

/** WAPE: absolute errors by what came, both summed up; null where nothing came. */
export const wape = (off: number, came: number): number | null => (came === 0 ? null : off / came);

/**
 * Relative error: absolute errors by those of the naive method at the same forecasts. Below 1 is
 * better than naive; null where the naive method was never off.
 */
export const relativeError = (off: number, naiveOff: number): number | null =>
  naiveOff === 0 ? null : off / naiveOff;

/**
 * What MASE is scaled by: the mean absolute error of the seasonal naive method inside the sample
 * (Hyndman and Koehler 2006, "Another look at measures of forecast accuracy", International Journal
 * of Forecasting 22:679–688). Null where there is no season to compare, or each repeats the one before.
 */
export const seasonalScale = (values: readonly number[], season: number): number | null => {
  const off = values.slice(season).map((value, n) => Math.abs(value - values[n]!));
  const scale = mean(off);
  return scale === null || scale === 0 ? null : scale;
};
