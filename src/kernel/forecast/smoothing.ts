import { mean } from "./errors.ts";

/** How a season goes with the level: added to it, or a factor of it. */
type SeasonKind = "additive" | "multiplicative";
type Weights = { level: number; trend: number; season: number; damping: number };
type Start = { level: number; trend: number; season: readonly number[] };
type State = { level: number; trend: number; season: number[]; off: number };

// What the first two seasons say: the level at their begin, the step from one to the next, and the
// mean place of each month beside its season's mean.
const startOf = (values: readonly number[], length: number, kind: SeasonKind): Start => {
  const [first, second] = [mean(values.slice(0, length))!, mean(values.slice(length, 2 * length))!];
  const beside = (value: number, by: number) => (kind === "additive" ? value - by : value / by);
  const trend = (second - first) / length;
  const season = Array.from({ length }, (_, m) => {
    const lean = trend * (m - (length - 1) / 2);
    return (beside(values[m]!, first + lean) + beside(values[m + length]!, second + lean)) / 2;
  });
  return { level: first - (trend * (length + 1)) / 2, trend, season };
};

// Goes through the values once; `off` is the sum of squared one-step errors.
const run = (
  values: readonly number[],
  start: Start,
  { level: alpha, trend: beta, season: gamma, damping }: Weights,
  kind: SeasonKind,
): State => {
  const length = start.season.length;
  const season = [...start.season];
  const additive = kind === "additive";
  let { level, trend } = start;
  let off = 0;
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!;
    const usual = season[n % length]!;
    const next = level + damping * trend;
    const error = value - (additive ? next + usual : next * usual);
    off += error * error;
    const bare = additive ? value - usual : usual === 0 ? next : value / usual;
    const before = level;
    level = alpha * bare + (1 - alpha) * next;
    trend = beta * (level - before) + (1 - beta) * damping * trend;
    const seen = additive ? value - next : next === 0 ? usual : value / next;
    season[n % length] = gamma * seen + (1 - gamma) * usual;
  }
  return { level, trend, season, off };
};

const coarse: readonly Weights[] = [0.05, 0.2, 0.5, 0.8].flatMap((level) =>
  [0.02, 0.2].flatMap((ratio) =>
    [0.02, 0.2, 0.5].flatMap((season) =>
      [0.85, 0.98].map((damping) => ({
        level,
        trend: ratio * level,
        season: season * (1 - level),
        damping,
      })),
    ),
  ),
);
const bounds = {
  level: [0.001, 0.999],
  trend: [0, 0.5],
  season: [0, 0.9],
  damping: [0.8, 0.98],
} as const;
const names = ["level", "trend", "season", "damping"] as const;

// From the best of a fixed grid, one weight at a time, by steps that halve: the same at every run.
const fitted = (values: readonly number[], start: Start, kind: SeasonKind): Weights => {
  const offOf = (weights: Weights) => {
    const { off } = run(values, start, weights, kind);
    return Number.isFinite(off) ? off : Infinity;
  };
  let best = coarse[0]!;
  let least = Infinity;
  const offer = (weights: Weights) => {
    const off = offOf(weights);
    if (off >= least) return;
    least = off;
    best = weights;
  };
  coarse.forEach(offer);
  for (const step of [0.1, 0.05, 0.025])
    for (const name of names)
      for (const by of [-step, step]) {
        const [low, high] = bounds[name];
        offer({ ...best, [name]: Math.min(high, Math.max(low, best[name] + by)) });
      }
  return best;
};

/**
 * Exponential smoothing with a damped trend and a season (Gardner and McKenzie 1985; Hyndman and
 * Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., 8.3): what it says of each of the
 * next `ahead` values. Null below two seasons, and with a season of factors where a value is not
 * above zero. Weights are those with the least squared one-step errors of a small fixed search.
 */
export const smoothed = (
  values: readonly number[],
  length: number,
  ahead: number,
  kind: SeasonKind,
): number[] | null => {
  if (values.length < 2 * length) return null;
  if (kind === "multiplicative" && values.some((value) => value <= 0)) return null;
  const start = startOf(values, length, kind);
  if (kind === "multiplicative" && start.season.some((each) => !(each > 0 && each < 1e6)))
    return null;
  const weights = fitted(values, start, kind);
  const { level, trend, season } = run(values, start, weights, kind);
  let damped = 0;
  const said = Array.from({ length: ahead }, (_, h) => {
    damped += weights.damping ** (h + 1);
    const line = level + damped * trend;
    const usual = season[(values.length + h) % length]!;
    return kind === "additive" ? line + usual : line * usual;
  });
  return said.every(Number.isFinite) ? said : null;
};
