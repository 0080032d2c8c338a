import { availableParallelism, loadavg } from "node:os";

/** Seconds of one measured round and how often it is repeated. */
export const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 4);
export const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 3);

/** Prints one figure of a bench as a JSON line. */
export const sayer =
  (bench: string) =>
  (line: object): void =>
    console.log(JSON.stringify({ bench, ...line }));

/** The machine and how busy it is before the bench begins: ratios travel, rates do not. */
export const machine = () => ({
  figure: "machine",
  cores: availableParallelism(),
  node: process.version,
  load_1_min: Number((loadavg()[0] ?? 0).toFixed(2)),
  at: new Date().toISOString(),
});

export const round = (n: number, digits = 3): number => Number(n.toPrecision(digits));

/** Median, minimum and maximum of repeats, to three digits. */
export const spread = (values: readonly number[]): { median: number; min: number; max: number } => {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: round(sorted[Math.floor(sorted.length / 2)]!),
    min: round(sorted[0]!),
    max: round(sorted.at(-1)!),
  };
};

/** The value below which `share` of the values lie. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Ends the bench when a result is wrong: a figure over wrong answers says nothing. */
export const must = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(`the bench's result is wrong: ${what}`);
};
