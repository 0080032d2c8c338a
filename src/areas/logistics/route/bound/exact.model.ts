import { beginAt, type RouteProblem } from "../problem.model.ts";

/** As many stops are planned exactly; beyond, subsets are too many. */
export const exactUpTo = 9;

type Label = { cost: number; clock: number };

const wayOf = (p: RouteProblem, from: number, to: number): Label & { open: boolean } => {
  const [seconds, meters] = [p.seconds[from]![to], p.meters[from]![to]];
  const open = seconds != null && meters != null;
  const cost = (seconds ?? 0) * p.price.second + (meters ?? 0) * p.price.meter;
  return { open, cost, clock: seconds ?? 0 };
};

/** Whether a vehicle may hold a set of stops: loads, skills, pins, pairs. */
const holds = (p: RouteProblem, vehicle: number, set: number): boolean => {
  const truck = p.vehicles[vehicle]!;
  const has = (stop: number) => (set & (1 << stop)) !== 0;
  const stops = p.stops.filter((_, stop) => has(stop));
  return (
    stops.reduce((sum, { weight }) => sum + weight, 0) <= truck.weight &&
    stops.reduce((sum, { volume }) => sum + volume, 0) <= truck.volume &&
    stops.every(({ vehicle: pin }) => pin === null || pin === vehicle) &&
    stops.every(({ skills }) => skills.every((skill) => truck.skills.includes(skill))) &&
    p.before.every(([first, then]) => has(first) === has(then)) &&
    p.apart.every(([one, other]) => !(has(one) && has(other)))
  );
};

/** Adds a label unless one that is kept is as cheap and as early. */
const keep = (labels: Label[], one: Label): void => {
  if (labels.some(({ cost, clock }) => cost <= one.cost && clock <= one.clock)) return;
  labels.splice(
    0,
    labels.length,
    ...labels.filter(({ cost, clock }) => cost < one.cost || clock < one.clock),
    one,
  );
};

/** For every set of stops what one vehicle drives for it at least; Infinity where it cannot. */
const routesOf = (p: RouteProblem, vehicle: number): Float64Array => {
  const n = p.stops.length;
  const truck = p.vehicles[vehicle]!;
  const best = new Float64Array(1 << n).fill(Infinity);
  best[0] = 0;
  const labels: Label[][][] = Array.from({ length: 1 << n }, () =>
    Array.from({ length: n }, () => []),
  );
  const extend = (set: number, here: number, { cost, clock }: Label): void => {
    for (const [stop, asked] of p.stops.entries()) {
      const early = p.before.some(([first, then]) => then === stop && !(set & (1 << first)));
      if ((set & (1 << stop)) !== 0 || early) continue;
      const way = wayOf(p, here, asked.at);
      const begin = way.open ? beginAt(asked.windows, clock + way.clock) : null;
      if (begin === null) continue;
      const next = { cost: cost + way.cost, clock: begin + asked.service };
      if (next.clock <= truck.to) keep(labels[set | (1 << stop)]![stop]!, next);
    }
  };
  extend(0, truck.depot, { cost: 0, clock: truck.from });
  for (let set = 1; set < 1 << n; set++) {
    const may = holds(p, vehicle, set);
    for (let last = 0; last < n; last++)
      for (const label of labels[set]![last]!) {
        const { at } = p.stops[last]!;
        const back = wayOf(p, at, truck.depot);
        if (may && back.open && label.clock + back.clock <= truck.to)
          best[set] = Math.min(best[set]!, label.cost + back.cost);
        extend(set, at, label);
      }
  }
  return best;
};

/**
 * The least cost of a plan with at most `exactUpTo` stops, by dynamic programming over their sets
 * (Held and Karp 1962). Null where no plan holds all that must be.
 */
export const exactCost = (p: RouteProblem): number | null => {
  const all = (1 << p.stops.length) - 1;
  let sofar = new Float64Array(all + 1).fill(Infinity);
  for (let left = 0; left <= all; left++) {
    let sum = 0;
    for (const [stop, { skip }] of p.stops.entries())
      if (left & (1 << stop)) sum += skip ?? Infinity;
    sofar[left] = sum;
  }
  for (let vehicle = 0; vehicle < p.vehicles.length; vehicle++) {
    const routes = routesOf(p, vehicle);
    const next = sofar.slice();
    for (let set = 1; set <= all; set++)
      for (let part = set; part > 0; part = (part - 1) & set) {
        const sum = routes[part]! + sofar[set ^ part]!;
        if (sum < next[set]!) next[set] = sum;
      }
    sofar = next;
  }
  return sofar[all] === Infinity ? null : sofar[all]!;
};
