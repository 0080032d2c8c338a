import type { RoutePlan, RouteProblem } from "./problem.model.ts";

/** When a vehicle is at a stop, in seconds of the plan's clock. */
type Visit = {
  stop: number;
  arrival: number;
  begin: number;
  leave: number;
  waiting: number;
  late: number;
};
type Driven = {
  vehicle: number;
  leaves: number;
  returns: number;
  meters: number;
  seconds: number;
  waiting: number;
  late: number;
  weight: number;
  volume: number;
  visits: Visit[];
};
type Fault = { kind: string; vehicle: number | null; stop: number | null; text: string };
type Checked = {
  /** Nothing is broken. */
  feasible: boolean;
  faults: Fault[];
  /** Stops that must be and are left out, all of them named by the plan. */
  unserved: number[];
  /** Meters and seconds by their prices, and what is left out by its own. */
  cost: number;
  meters: number;
  seconds: number;
  waiting: number;
  late: number;
  routes: Driven[];
};

const countsOf = (p: RouteProblem, plan: RoutePlan, fault: (fault: Fault) => void): void => {
  const seen = new Map<number, number>();
  for (const stop of [...plan.routes.flatMap(({ stops }) => stops), ...plan.left]) {
    if (!p.stops[stop])
      fault({ kind: "unknown", vehicle: null, stop, text: `There is no stop ${stop}.` });
    seen.set(stop, (seen.get(stop) ?? 0) + 1);
  }
  for (const [stop, { name }] of p.stops.entries()) {
    const times = seen.get(stop) ?? 0;
    if (times === 0)
      fault({ kind: "missing", vehicle: null, stop, text: `${name} is not in the plan.` });
    if (times > 1)
      fault({ kind: "twice", vehicle: null, stop, text: `${name} is in the plan ${times} times.` });
  }
  const vehicles = plan.routes.map(({ vehicle }) => vehicle);
  for (const [at, vehicle] of vehicles.entries()) {
    if (!p.vehicles[vehicle])
      fault({ kind: "unknown", vehicle, stop: null, text: `There is no vehicle ${vehicle}.` });
    if (vehicles.indexOf(vehicle) !== at)
      fault({ kind: "twice", vehicle, stop: null, text: `Vehicle ${vehicle} drives two routes.` });
  }
};

const rulesOf = (p: RouteProblem, plan: RoutePlan, fault: (fault: Fault) => void): void => {
  const place = new Map<number, { vehicle: number; at: number }>();
  for (const { vehicle, stops } of plan.routes)
    for (const [at, stop] of stops.entries()) place.set(stop, { vehicle, at });
  for (const [first, then] of p.before) {
    const [one, other] = [place.get(first), place.get(then)];
    if (!one && !other) continue;
    if (one && other && one.vehicle === other.vehicle && one.at < other.at) continue;
    fault({
      kind: "order",
      vehicle: null,
      stop: then,
      text: `${p.stops[then]!.name} does not come after ${p.stops[first]!.name} on one vehicle.`,
    });
  }
  for (const [a, b] of p.apart) {
    const [one, other] = [place.get(a), place.get(b)];
    if (one && other && one.vehicle === other.vehicle)
      fault({
        kind: "apart",
        vehicle: one.vehicle,
        stop: b,
        text: `${p.stops[a]!.name} and ${p.stops[b]!.name} are on one vehicle.`,
      });
  }
};

/** The clock of a route: leaves with the shift, or so much later as it would wait at its first stop. */
const driveRoute = (
  p: RouteProblem,
  { vehicle, stops }: RoutePlan["routes"][number],
  fault: (fault: Fault) => void,
): Driven => {
  const truck = p.vehicles[vehicle]!;
  const driven: Driven = {
    ...{ vehicle, leaves: truck.from, returns: truck.from, meters: 0, seconds: 0 },
    ...{ waiting: 0, late: 0, weight: 0, volume: 0, visits: [] },
  };
  let [here, clock] = [truck.depot, truck.from];
  const go = (to: number, name: string): void => {
    const [seconds, meters] = [p.seconds[here]![to], p.meters[here]![to]];
    if (seconds == null || meters == null)
      fault({ kind: "way", vehicle, stop: null, text: `${truck.name}: no way leads to ${name}.` });
    driven.seconds += seconds ?? 0;
    driven.meters += meters ?? 0;
    clock += seconds ?? 0;
    here = to;
  };
  for (const stop of stops) {
    const { name, at, windows, service, weight, volume, skills, vehicle: pin } = p.stops[stop]!;
    go(at, name);
    const open = windows.filter(({ to }) => to >= clock).map(({ from }) => Math.max(from, clock));
    const begin = windows.length === 0 || open.length === 0 ? clock : Math.min(...open);
    const late =
      windows.length > 0 && open.length === 0
        ? clock - Math.max(...windows.map(({ to }) => to))
        : 0;
    if (driven.visits.length === 0) driven.leaves += begin - clock;
    const arrival = driven.visits.length === 0 ? begin : clock;
    const waiting = begin - arrival;
    clock = begin + service;
    driven.visits.push({ stop, arrival, begin, leave: clock, waiting, late });
    driven.waiting += waiting;
    driven.late += late;
    driven.weight += weight;
    driven.volume += volume;
    if (late > 0)
      fault({ kind: "late", vehicle, stop, text: `${name} is reached ${late} s late.` });
    if (pin !== null && pin !== vehicle)
      fault({ kind: "pin", vehicle, stop, text: `${name} is pinned to another vehicle.` });
    if (skills.some((skill) => !truck.skills.includes(skill)))
      fault({ kind: "skill", vehicle, stop, text: `${truck.name} cannot do ${name}.` });
  }
  if (stops.length > 0) go(truck.depot, "the depot");
  driven.returns = clock;
  const over = clock - truck.to;
  if (over > 0) {
    driven.late += over;
    fault({ kind: "shift", vehicle, stop: null, text: `${truck.name} is back ${over} s late.` });
  }
  if (driven.weight > truck.weight || driven.volume > truck.volume)
    fault({ kind: "load", vehicle, stop: null, text: `${truck.name} is loaded above its limit.` });
  return driven;
};

/**
 * The second look at a plan: from its routes alone, in whole numbers, by code that shares nothing with
 * the solver. Names every fault, and when each stop is reached.
 */
export const checkPlan = (p: RouteProblem, plan: RoutePlan): Checked => {
  const faults: Fault[] = [];
  const fault = (found: Fault) => void faults.push(found);
  countsOf(p, plan, fault);
  if (faults.some(({ kind }) => kind === "unknown"))
    return {
      ...{ feasible: false, faults, unserved: [], cost: 0, meters: 0, seconds: 0 },
      ...{ waiting: 0, late: 0, routes: [] },
    };
  rulesOf(p, plan, fault);
  const routes = plan.routes.map((route) => driveRoute(p, route, fault));
  const sum = (of: (route: Driven) => number) => routes.reduce((all, route) => all + of(route), 0);
  const [meters, seconds] = [sum((route) => route.meters), sum((route) => route.seconds)];
  const skipped = plan.left.reduce((all, stop) => all + (p.stops[stop]!.skip ?? 0), 0);
  return {
    feasible: faults.length === 0,
    faults,
    unserved: plan.left.filter((stop) => p.stops[stop]!.skip === null),
    cost: meters * p.price.meter + seconds * p.price.second + skipped,
    meters,
    seconds,
    waiting: sum((route) => route.waiting),
    late: sum((route) => route.late),
    routes,
  };
};
