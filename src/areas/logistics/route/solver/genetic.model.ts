// Hybrid genetic search after HGS-CVRP by Thibaut Vidal; see docs/third-party.md for its notice.
import type { RoutePlan, RouteProblem } from "../problem.model.ts";
import { compile, type Compiled } from "./compiled.model.ts";
import { Draw } from "./draw.model.ts";
import { individualOf, type Individual } from "./individual.model.ts";
import { Population } from "./population.model.ts";
import { LocalSearch } from "./search.model.ts";
import { Split } from "./split.model.ts";
import type { Penalties } from "./tours.model.ts";

type SolveOptions = {
  seed: number;
  /** So many plans are bred at most. */
  iterations?: number;
  /** Asked between two plans: whether to come to an end. */
  stopped?: () => boolean;
  /** Told of every plan that is the best so far. */
  onBest?: (plan: RoutePlan, cost: number) => void;
};
export type Solved = { plan: RoutePlan; cost: number; iterations: number };

const [first, stagnant, watched, adapted, target] = [30, 20_000, 50, 25, 0.3];
const keys = ["weight", "volume", "late", "rule"] as const;

/** What plans may break, and at which price: dearer while too few keep it. */
class Prices {
  now: Penalties;
  private readonly kept: Record<(typeof keys)[number], boolean[]>;
  constructor(c: Compiled) {
    let [way, weight, volume] = [1, 1, 1];
    for (const cost of c.cost) if (cost < 1e8) way = Math.max(way, cost);
    for (const each of c.weight) weight = Math.max(weight, each);
    for (const each of c.volume) volume = Math.max(volume, each);
    this.now = { weight: way / weight, volume: way / volume, late: 3, rule: way };
    this.kept = { weight: [], volume: [], late: [], rule: [] };
  }
  see(one: Individual): void {
    for (const key of keys) {
      this.kept[key].push(one.over[key] === 0);
      if (this.kept[key].length > watched) this.kept[key].shift();
    }
  }
  adapt(): void {
    const next = { ...this.now };
    for (const key of keys) {
      const share = this.kept[key].filter(Boolean).length / this.kept[key].length;
      if (share < target - 0.05) next[key] = Math.min(next[key] * 1.2, 1e7);
      else if (share > target + 0.05) next[key] = Math.max(next[key] * 0.85, 0.001);
    }
    this.now = next;
  }
  times(factor: number): Penalties {
    const { weight, volume, late, rule } = this.now;
    return {
      ...{ weight: weight * factor, volume: volume * factor },
      ...{ late: late * factor, rule: rule * factor },
    };
  }
}

class Genetic {
  readonly draw: Draw;
  readonly split: Split;
  readonly search: LocalSearch;
  readonly prices: Prices;
  population: Population;
  best: Individual | null = null;
  iterations = 0;
  private readonly c: Compiled;
  private readonly options: SolveOptions;

  constructor(c: Compiled, options: SolveOptions) {
    this.c = c;
    this.options = options;
    this.draw = new Draw(options.seed);
    this.split = new Split(c);
    this.search = new LocalSearch(c, this.draw);
    this.prices = new Prices(c);
    this.population = new Population(this.draw);
  }

  ended(): boolean {
    return this.iterations >= (this.options.iterations ?? Infinity) || !!this.options.stopped?.();
  }

  private improve(
    routes: readonly (readonly number[])[],
    factor: number,
    shed = false,
  ): Individual {
    const penalties = factor === 1 ? this.prices.now : this.prices.times(factor);
    const better = this.search.run(routes, penalties, shed);
    return individualOf(this.c, this.search.tours, better);
  }

  private keep(one: Individual): boolean {
    const isBest = this.population.add(one, this.prices.now);
    if (one.feasible && (!this.best || one.cost < this.best.cost)) {
      this.best = one;
      this.options.onBest?.(planOf(this.c, one), one.cost);
    }
    return isBest;
  }

  /** Improves a plan and takes it in; half of those that break something are mended. */
  raise(routes: readonly (readonly number[])[]): boolean {
    this.iterations++;
    const one = this.improve(routes, 1);
    this.prices.see(one);
    let isBest = this.keep(one);
    if (!one.feasible && this.draw.below(2) === 0) {
      const mended = this.improve(one.routes, 10);
      if (mended.feasible) isBest = this.keep(mended) || isBest;
    }
    return isBest;
  }

  /** A first plan: one tour around the depot from a drawn bearing on, or (one of five) any. */
  begin(at: number): void {
    const { c, draw } = this;
    const tour = Int32Array.from({ length: c.n }, (_, stop) => stop);
    draw.shuffle(tour);
    if (at % 5 !== 1) {
      const turn = draw.below(65536);
      const place = c.bearing.map((bearing) => (bearing + turn) & 65535);
      tour.sort((a, b) => place[a]! - place[b]! || a - b);
    }
    const vehicles = Int32Array.from({ length: c.vehicles }, (_, vehicle) => vehicle);
    draw.shuffle(vehicles);
    this.raise(this.split.run(tour, vehicles, this.prices.now));
  }

  /** Order crossover: a part of one tour, the rest in the order of another one. */
  breed(): boolean {
    const { c, draw } = this;
    const [one, other] = [this.population.parent(), this.population.parent()];
    const tour = new Int32Array(c.n);
    const taken = new Uint8Array(c.n);
    const begin = draw.below(c.n);
    const size = 1 + draw.below(Math.max(1, c.n - 1));
    for (let at = 0; at < size; at++) {
      const place = (begin + at) % c.n;
      tour[place] = one.tour[place]!;
      taken[one.tour[place]!] = 1;
    }
    let into = begin + size;
    for (let at = 0; at < c.n; at++) {
      const stop = other.tour[(begin + size + at) % c.n]!;
      if (taken[stop] === 0) tour[into++ % c.n] = stop;
    }
    return this.raise(this.split.run(tour, one.vehicles, this.prices.now));
  }

  /** A plan that keeps everything, if need be without stops that must be. */
  shed(): void {
    const tour = Int32Array.from({ length: this.c.n }, (_, stop) => stop);
    const vehicles = Int32Array.from({ length: this.c.vehicles }, (_, vehicle) => vehicle);
    this.draw.shuffle(tour);
    const routes = this.split.run(tour, vehicles, this.prices.now);
    const penalties = { weight: 1e13, volume: 1e13, late: 1e13, rule: 1e13 };
    const better = this.search.run(routes, penalties, true);
    const one = individualOf(this.c, this.search.tours, better);
    if (!one.keeps) return;
    this.best = one;
    this.options.onBest?.(planOf(this.c, one), one.cost);
  }

  run(): void {
    while (!this.ended()) {
      this.population = new Population(this.draw);
      for (let at = 0; at < first && (at === 0 || !this.ended()); at++) this.begin(at);
      for (let fruitless = 1; fruitless < stagnant && !this.ended();) {
        fruitless = this.breed() ? 1 : fruitless + 1;
        if (this.iterations % adapted !== 0) continue;
        this.prices.adapt();
        this.population.reprice(this.prices.now);
      }
    }
    if (!this.best) this.shed();
  }
}

const planOf = (c: Compiled, one: Individual): RoutePlan => ({
  routes: one.routes.flatMap((stops, vehicle) =>
    stops.length ? [{ vehicle, stops: [...stops] }] : [],
  ),
  left: Array.from({ length: c.n }, (_, stop) => stop).filter((stop) => one.next[stop] === -2),
});

/**
 * Plans routes; best so far until it is stopped. The same seed and number of iterations give the same
 * plan; with a clock, the same plans one after the other. A stop that must be is left out only where no
 * plan with it was found. The problem is one that `judgeProblem` finds nothing wrong with.
 */
export const solveRoutes = (p: RouteProblem, options: SolveOptions): Solved => {
  if (p.stops.length === 0) return { plan: { routes: [], left: [] }, cost: 0, iterations: 0 };
  const c = compile(p);
  const genetic = new Genetic(c, options);
  genetic.run();
  const best = genetic.best;
  if (!best)
    return {
      plan: { routes: [], left: p.stops.map((_, stop) => stop) },
      cost: p.stops.reduce((sum, { skip }) => sum + (skip ?? 0), 0),
      iterations: genetic.iterations,
    };
  return { plan: planOf(c, best), cost: best.cost, iterations: genetic.iterations };
};
