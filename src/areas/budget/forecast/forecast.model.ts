import { quantile, relativeError, sum, wape } from "#kernel/forecast/errors.ts";
import { methods, type Method } from "./forecast.labels.ts";

/** A year by month in cents, from its first month; `open` are open orders at each month's end, where known. */
export type YearSeries = { year: number; months: readonly number[]; open?: readonly number[] };
/** A series to forecast: whole years, then the months of the running one that are over. */
export type Series = {
  past: readonly YearSeries[];
  current: readonly number[];
  /** Open orders now, and what contracts and positions still bring, in cents; null where unknown. */
  open?: number | null;
  bound?: number;
  /**
   * The least that the year will come to: spent, open on requisitions and orders, and what contracts
   * still bind, as it stands now. Left out of what comes in.
   */
  floor?: number;
};
type MethodScore = { method: Method; wape: number | null; relativeError: number | null };
export type Forecast = {
  method: Method;
  cents: number;
  low: number;
  high: number;
  /** Why this method: it won, or nothing beat the naive one, or nothing can be tested. */
  chosen: "won" | "naive" | "untested";
  scores: MethodScore[];
  /** How many forecasts of past years the scores and the band come from. */
  tested: number;
  /** What is bound already; null of a line that nothing binds. */
  floor: number | null;
  /** The method said less than what is bound, so what is bound stands. */
  raised: boolean;
};

const months = 12;
const whole = (value: number) => Math.round(value);

// What open orders became, per cent of what was open: the rest of the year by what was open then.
const usual = (past: readonly YearSeries[], at: number): number | null => {
  let rest = 0;
  let open = 0;
  for (const year of past) {
    const was = at === 0 ? undefined : year.open?.[at - 1];
    if (was === undefined) continue;
    rest += sum(year.months.slice(at));
    open += was;
  }
  return open > 0 ? rest / open : null;
};

const rules: Record<Method, (s: Series) => number | null> = {
  naive: ({ past }) => (past.length ? sum(past.at(-1)!.months) : null),
  run_rate: ({ current }) => (current.length ? (sum(current) * months) / current.length : null),
  seasonal_shares: ({ past, current }) => {
    const total = sum(past.map((year) => sum(year.months)));
    const passed = sum(past.map((year) => sum(year.months.slice(0, current.length))));
    return current.length && passed > 0 ? (sum(current) * total) / passed : null;
  },
  seasonal_naive: ({ past, current }) =>
    past.length ? sum(current) + sum(past.at(-1)!.months.slice(current.length)) : null,
  commitments: ({ past, current, open, bound = 0 }) => {
    if (open === null || open === undefined) return null;
    const factor = usual(past, current.length);
    return factor === null ? null : sum(current) + open * factor + bound;
  },
};

/** What a method says of the year's end, in cents; null where it lacks what it needs. */
const foretold = (method: Method, series: Series): number | null => {
  const value = rules[method](series);
  return value === null || !Number.isFinite(value) ? null : whole(value);
};

/** A test: what each method would have said at the end of a month of a past year, and what came. */
type Trial = { at: number; actual: number; said: Partial<Record<Method, number>> };

/**
 * Goes through past years month by month: each forecast sees the years before and the months that
 * were over, and nothing else. The first year has none before it.
 */
export const backTest = (past: readonly YearSeries[]): Trial[] =>
  past.slice(1).flatMap((year, index) => {
    const before = past.slice(0, index + 1);
    return Array.from({ length: months - 1 }, (_, k) => {
      const at = k + 1;
      const seen: Series = {
        past: before,
        current: year.months.slice(0, at),
        open: year.open?.[at - 1] ?? null,
      };
      const said: Trial["said"] = {};
      for (const method of Object.keys(methods) as Method[]) {
        const value = foretold(method, seen);
        if (value !== null) said[method] = value;
      }
      return { at, actual: sum(year.months), said };
    });
  });

/**
 * How far off each method was over all trials, by what came and by the naive method (`wape`,
 * `relativeError`). Null where it could not be tested everywhere.
 */
const scoresOf = (trials: readonly Trial[]): MethodScore[] => {
  const off = (method: Method) =>
    trials.every((t) => t.said[method] !== undefined) && trials.length > 0
      ? sum(trials.map((t) => Math.abs(t.said[method]! - t.actual)))
      : null;
  const came = sum(trials.map((t) => Math.abs(t.actual)));
  const naive = off("naive");
  return (Object.keys(methods) as Method[]).map((method) => {
    const error = off(method);
    return {
      method,
      wape: error === null ? null : wape(error, came),
      relativeError: error === null || naive === null ? null : relativeError(error, naive),
    };
  });
};

// Errors of forecasts made about as early in the year as this one say how wide its band is.
const near = 2;
// So much of what is still to come is uncertain at least, whatever few past years say (a tenth).
const leastShare = 10;
/**
 * Student's t of 90 percent one-sided by that of the normal distribution, for 1 to 5 degrees of
 * freedom: quantiles of few years are widened by it (Hyndman and Athanasopoulos, Forecasting:
 * Principles and Practice, 3rd ed., 5.5; tables of t).
 */
const widerBy = [2.4, 2.4, 1.471, 1.278, 1.196, 1.151];

const widened = (shares: readonly number[], years: number): [number, number] => {
  const factor = widerBy[Math.min(years - 1, widerBy.length - 1)]!;
  const middle = quantile(shares, 0.5);
  return [
    middle - (middle - quantile(shares, 0.1)) * factor,
    middle + (quantile(shares, 0.9) - middle) * factor,
  ];
};

/**
 * The band of a forecast: quantiles (10 and 90 percent) of the method's errors in past years, wider
 * where the years are few, and never narrower than a tenth of what is still to come.
 */
const bandOf = (
  method: Method,
  said: number,
  { current, past }: Series,
  trials: readonly Trial[],
): [number, number] => {
  const at = current.length;
  const close = trials.filter((t) => Math.abs(t.at - at) <= near && t.said[method] !== undefined);
  const shares = close.flatMap((t) => (t.said[method] === 0 ? [] : [t.actual / t.said[method]!]));
  const rest = Math.ceil(Math.abs(said - sum(current)) / leastShare);
  const least = at >= months ? 0 : rest;
  if (shares.length < 3) return [said - least, said + least];
  const ends = widened(shares, past.length - 1).map((share) => whole(said * share));
  return [Math.min(said - least, ...ends), Math.max(said + least, ...ends)];
};

/**
 * Forecasts the year's end: the method whose back-test was off least, or the naive one where nothing
 * beats it, and says so. What is bound already (spent, open, under contract) is its least, and the
 * least of its band: a year does not end below it.
 */
export const forecast = (series: Series): Forecast => {
  const trials = backTest(series.past);
  const scores = scoresOf(trials);
  // Of nothing spent yet, its share of a year says nothing.
  const blank = sum(series.current) === 0;
  const usable = scores.filter(
    (s) =>
      s.wape !== null &&
      s.method !== "naive" &&
      foretold(s.method, series) !== null &&
      !(blank && (s.method === "run_rate" || s.method === "seasonal_shares")),
  );
  const naive = scores.find((s) => s.method === "naive")!;
  const best = usable.toSorted((a, b) => a.wape! - b.wape!)[0];
  const wins = best !== undefined && (naive.wape === null || best.wape! < naive.wape);
  const fallback: Method[] = ["seasonal_naive", "run_rate", "naive"];
  const method: Method = wins
    ? best.method
    : naive.wape !== null
      ? "naive"
      : (fallback.find((each) => foretold(each, series) !== null) ?? "run_rate");
  const said = foretold(method, series) ?? sum(series.current);
  const spent = series.current.every((m) => m >= 0) ? sum(series.current) : -Infinity;
  const floor = series.floor ?? null;
  const least = Math.max(spent, floor ?? -Infinity);
  const cents = Math.max(said, least);
  const [low, high] = bandOf(method, cents, series, trials);
  return {
    method,
    cents,
    low: Math.max(low, Math.min(least, cents)),
    high,
    floor,
    raised: floor !== null && said < floor,
    chosen: wins ? "won" : naive.wape !== null ? "naive" : "untested",
    scores,
    tested: trials.length,
  };
};

/** Adds series month by month: those of a department or a fund. Open orders count where all know them. */
export const together = (all: readonly Series[]): Series => {
  const years = [...new Set(all.flatMap((s) => s.past.map((y) => y.year)))].sort((a, b) => a - b);
  const add = (lists: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, m) => sum(lists.map((list) => list[m] ?? 0)));
  return {
    past: years.map((year) => ({
      year,
      months: add(
        all.flatMap((s) => s.past.filter((y) => y.year === year).map((y) => y.months)),
        months,
      ),
    })),
    current: add(
      all.map((s) => s.current),
      Math.max(0, ...all.map((s) => s.current.length)),
    ),
    open: null,
    ...(all.some((s) => s.floor !== undefined) && { floor: sum(all.map((s) => s.floor ?? 0)) }),
  };
};

/** A scenario: what is still to come changes by its percent (hundredths); what is spent stays. */
export const changed = (cents: number, spent: number, hundredths: number): number =>
  spent + whole(((cents - spent) * (10_000 + hundredths)) / 10_000);
