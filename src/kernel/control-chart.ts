// Charts of individual values and their moving ranges: pure, so that server, screens and tests count alike.

/** A value of a period; `key` is its first day, so that keys sort by time. */
export type ChartValue = { key: string; value: number };

/** Centre and limits, counted from the values of a base. */
export type Limits = {
  mean: number;
  meanRange: number;
  upper: number;
  lower: number;
  rangeUpper: number;
  /** How many values they were counted from. */
  counted: number;
};

/** What a value can be at all: a share is never under 0 or over 100. */
export type Bounds = { least?: number; most?: number };

/** Mean moving ranges from the mean to a limit: 3 / d2 with d2 = 1.128 of two values. */
const limitFactor = 2.66;
/** Mean moving ranges to the limit of ranges: D4 of two values. */
const rangeFactor = 3.268;
/** So many values one after the other on one side of the mean are no accident. */
const runLength = 8;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far each value is from the one before it; one less than there are values. */
export const movingRanges = (values: readonly number[]): number[] =>
  values.slice(1).map((value, at) => Math.abs(value - values[at]!));

/**
 * Limits of individual values: the mean ± 2.66 mean moving ranges, that of ranges 3.268 mean moving ranges
 * (Shewhart; NIST/SEMATECH e-Handbook of Statistical Methods 6.3.2.2; Montgomery, Introduction to Statistical
 * Quality Control, chapter 6.4). Null for fewer than two values. A limit beyond what a value can be stands at
 * that bound, where nothing lies outside of it.
 */
export const limitsOf = (values: readonly number[], bounds: Bounds = {}): Limits | null => {
  if (values.length < 2) return null;
  const [mean, meanRange] = [meanOf(values), meanOf(movingRanges(values))];
  const { least = -Infinity, most = Infinity } = bounds;
  return {
    mean,
    meanRange,
    upper: Math.min(most, mean + limitFactor * meanRange),
    lower: Math.max(least, mean - limitFactor * meanRange),
    rangeUpper: rangeFactor * meanRange,
    counted: values.length,
  };
};

type SignalKind = "outside" | "run" | "range";
type Side = "above" | "below";
/** A stretch of values that says the process changed, from its first to its last value so far. */
export type Signal = { kind: SignalKind; side: Side; from: string; to: string };

// What is equal but for the last digit of a division lies on the line.
const tiny = 1e-9;
const sideOf = (value: number, lower: number, upper: number): Side | null => {
  if (value > upper + tiny) return "above";
  return value < lower - tiny ? "below" : null;
};

/** Stretches of values one after the other that are on the same side. */
const stretches = (
  kind: SignalKind,
  values: readonly ChartValue[],
  judge: (value: number) => Side | null,
): (Signal & { length: number })[] => {
  const found: (Signal & { length: number })[] = [];
  let open: (Signal & { length: number }) | null = null;
  for (const { key, value } of values) {
    const side = judge(value);
    if (open && side === open.side) {
      open.to = key;
      open.length += 1;
      continue;
    }
    open = side ? { kind, side, from: key, to: key, length: 1 } : null;
    if (open) found.push(open);
  }
  return found;
};

const rangesOf = (values: readonly ChartValue[]): ChartValue[] =>
  movingRanges(values.map(({ value }) => value)).map((value, at) => ({
    key: values[at + 1]!.key,
    value,
  }));

/**
 * What the values say: those outside of the limits, runs of eight or more on one side of the mean (rule 4 of
 * the Western Electric Statistical Quality Control Handbook, 1956), and leaps beyond the limit of ranges that no
 * value outside explains. Stretches that belong together are one signal. A value on the mean ends a run.
 */
export const signalsOf = (values: readonly ChartValue[], limits: Limits): Signal[] => {
  const { mean, lower, upper, rangeUpper } = limits;
  const outside = stretches("outside", values, (value) => sideOf(value, lower, upper));
  const runs = stretches("run", values, (value) => sideOf(value, mean, mean)).filter(
    ({ length }) => length >= runLength,
  );
  const before = new Map(values.slice(1).map(({ key }, at) => [key, values[at]!.key]));
  const explained = (key: string) =>
    outside.some(({ from, to }) =>
      [key, before.get(key)!].some((each) => each >= from && each <= to),
    );
  const leaps = stretches("range", rangesOf(values), (value) =>
    sideOf(value, 0, rangeUpper),
  ).filter(({ from, to }) => ![from, to].some(explained));
  return [...outside, ...runs, ...leaps].map(({ length: _length, ...signal }) => signal);
};

/** Whether two are the same signal: of one kind and side, and about a value in common. */
export const sameSignal = (a: Signal, b: Signal): boolean =>
  a.kind === b.kind && a.side === b.side && a.from <= b.to && b.from <= a.to;

/** Those of the signals that are not among the known ones: each is told once, however long it lasts. */
export const newSignals = (found: readonly Signal[], known: readonly Signal[]): Signal[] =>
  found.filter((signal) => !known.some((old) => sameSignal(signal, old)));
