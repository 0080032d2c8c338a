import { noStop, noWay, type Compiled } from "./compiled.model.ts";
import type { Penalties, Tours } from "./tours.model.ts";

/**
 * A plan of the population: its routes by vehicle, the same as one long tour (with the order of its
 * vehicles), and what it breaks.
 */
export type Individual = {
  routes: readonly (readonly number[])[];
  tour: Int32Array;
  vehicles: Int32Array;
  /** By stop: the one behind and before it; -1 for a depot, -2 for both of a stop that is left out. */
  next: Int32Array;
  prior: Int32Array;
  cost: number;
  over: Penalties;
  /** Stops that must be and are not. */
  missing: number;
  /** Whether what is in the routes keeps everything; feasible if nothing is missing besides. */
  keeps: boolean;
  feasible: boolean;
  penalized: number;
  /** Others of its population, the most alike first. */
  near: { distance: number; of: Individual }[];
  fitness: number;
};

export const penalize = (one: Individual, by: Penalties): number =>
  one.cost +
  one.missing * noStop +
  one.over.weight * by.weight +
  one.over.volume * by.volume +
  one.over.late * by.late +
  one.over.rule * by.rule;

/** Routes around the depot by where the middle of their stops lies, the empty ones last. */
const aroundDepot = (c: Compiled, routes: Individual["routes"]): Int32Array => {
  const turns = routes.map((stops) => {
    if (stops.length === 0) return Infinity;
    let [x, y] = [0, 0];
    for (const stop of stops) {
      const turn = (c.bearing[stop]! / 65536) * 2 * Math.PI;
      x += Math.cos(turn);
      y += Math.sin(turn);
    }
    return Math.atan2(y, x);
  });
  const order = routes.map((_, route) => route);
  order.sort((a, b) => (turns[a]! === turns[b]! ? a - b : turns[a]! - turns[b]!));
  return Int32Array.from(order);
};

/** The plan that stands in `tours`, as an individual. */
export const individualOf = (
  c: Compiled,
  tours: Tours,
  routes: readonly (readonly number[])[],
): Individual => {
  const vehicles = aroundDepot(c, routes);
  const tour = new Int32Array(c.n);
  const next = new Int32Array(c.n).fill(-2);
  const prior = new Int32Array(c.n).fill(-2);
  const over: Penalties = { weight: 0, volume: 0, late: 0, rule: 0 };
  let [at, cost, missing] = [0, 0, 0];
  for (const route of vehicles) {
    const stops = routes[route]!;
    let last = -1;
    for (const stop of stops) {
      tour[at++] = stop;
      prior[stop] = last;
      if (last >= 0) next[last] = stop;
      last = stop;
    }
    if (last >= 0) next[last] = -1;
    cost += tours.total[route]! - tours.penalty[route]!;
    over.weight += Math.max(0, tours.weights[route]! - c.roomWeight[route]!);
    over.volume += Math.max(0, tours.volumes[route]! - c.roomVolume[route]!);
    over.late += tours.warped[route]!;
    if (c.ruled) over.rule += tours.breaches(route, Int32Array.from(stops), stops.length);
  }
  for (let stop = 0; stop < c.n; stop++)
    if (next[stop] === -2) {
      tour[at++] = stop;
      if (c.skip[stop]! >= noStop) missing++;
      else cost += c.skip[stop]!;
    }
  const broken = over.weight + over.volume + over.late + over.rule;
  const keeps = broken === 0 && cost < noWay * 10;
  const feasible = keeps && missing === 0;
  const one = { routes, tour, vehicles, next, prior, cost, over, missing, keeps, feasible };
  return { ...one, penalized: 0, near: [], fitness: 0 };
};

/** The part of stops with other neighbors in the two plans (broken pairs, Prins 2009). */
export const distanceOf = (a: Individual, b: Individual): number => {
  let differences = 0;
  for (let stop = 0; stop < a.next.length; stop++) {
    const [next, prior] = [a.next[stop]!, a.prior[stop]!];
    if (next !== b.next[stop] && next !== b.prior[stop]) differences++;
    if (prior === -1 && b.prior[stop] !== -1 && b.next[stop] !== -1) differences++;
  }
  return differences / Math.max(1, a.next.length);
};
