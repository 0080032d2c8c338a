import type { RouteProblem, Stop } from "../problem.model.ts";
import { bearingsOf } from "./bearing.model.ts";

/** A way that is not there: so dear that no answer takes it. */
export const noWay = 100_000_000;
/** So dear that a stop that must be is left out only where nothing else is possible. */
export const noStop = 1e12;

/**
 * A problem in tables. Nodes are the stops `0 … n - 1`, then the depots. `windows` holds those of
 * stops with several; `early` and `late` of such a stop are its widest.
 */
export type Compiled = {
  n: number;
  vehicles: number;
  nodes: number;
  cost: Float64Array;
  secs: Int32Array;
  early: Float64Array;
  late: Float64Array;
  service: Float64Array;
  windows: ReadonlyMap<number, Stop["windows"]>;
  weight: Float64Array;
  volume: Float64Array;
  /** Price of leaving a stop out. */
  skip: Float64Array;
  may: readonly number[];
  /** By vehicle: the node of its depot, its shift, what it takes, which others are like it. */
  depot: Int32Array;
  from: Float64Array;
  to: Float64Array;
  roomWeight: Float64Array;
  roomVolume: Float64Array;
  kind: Int32Array;
  /** `vehicle * n + stop`: 1 where the vehicle may not go to the stop. */
  forbidden: Uint8Array;
  before: RouteProblem["before"];
  apart: RouteProblem["apart"];
  /** Whether clocks, volumes, or rules of vehicles and pairs have a say at all. */
  timed: boolean;
  bulky: boolean;
  ruled: boolean;
  near: Int32Array[];
  bearing: Int32Array;
};

const nearest = 20;

/** For each stop those that may well stand beside it (Vidal et al. 2013: way, waiting, lateness). */
const neighbors = (c: Omit<Compiled, "near" | "bearing">): Int32Array[] => {
  const { n, nodes, cost, secs, early, late, service, timed } = c;
  const far = (a: number, b: number): number => {
    const way = cost[a * nodes + b]!;
    if (!timed) return way;
    const at = secs[a * nodes + b]! + service[a]!;
    const waiting = Math.max(0, early[b]! - at - late[a]!);
    const lateness = Math.max(0, early[a]! + at - late[b]!);
    return way + 0.2 * waiting + lateness;
  };
  const sets = Array.from({ length: n }, () => new Set<number>());
  for (let a = 0; a < n; a++) {
    const others: [number, number][] = [];
    for (let b = 0; b < n; b++) if (b !== a) others.push([Math.min(far(a, b), far(b, a)), b]);
    others.sort(([x, i], [y, j]) => x - y || i - j);
    for (const [, b] of others.slice(0, nearest)) {
      sets[a]!.add(b);
      if (!timed) sets[b]!.add(a);
    }
  }
  return sets.map((set) => Int32Array.from([...set].sort((x, y) => x - y)));
};

const tables = (p: RouteProblem) => {
  const depots = [...new Set(p.vehicles.map(({ depot }) => depot))];
  const places = [...p.stops.map(({ at }) => at), ...depots];
  const nodes = places.length;
  const [cost, secs] = [new Float64Array(nodes * nodes), new Int32Array(nodes * nodes)];
  for (let a = 0; a < nodes; a++)
    for (let b = 0; b < nodes; b++) {
      if (a === b) continue;
      const seconds = p.seconds[places[a]!]![places[b]!]!;
      const meters = p.meters[places[a]!]![places[b]!]!;
      const none = seconds == null || meters == null;
      secs[a * nodes + b] = none ? noWay : seconds;
      cost[a * nodes + b] = none ? noWay * 10 : meters * p.price.meter + seconds * p.price.second;
    }
  const depot = p.vehicles.map((each) => p.stops.length + depots.indexOf(each.depot));
  return { nodes, cost, secs, depot: Int32Array.from(depot) };
};

/** Whether any clock can ever be the reason for a choice. */
const isTimed = (p: RouteProblem, secs: Int32Array): boolean => {
  if (p.stops.some(({ windows }) => windows.length > 0)) return true;
  let longest = 0;
  for (const each of secs) longest = Math.max(longest, each);
  const work = p.stops.reduce((sum, { service }) => sum + service, 0);
  const most = work + longest * (p.stops.length + 1);
  return p.vehicles.some(({ from, to }) => to - from < most);
};

const rulesOf = (p: RouteProblem): Uint8Array => {
  const n = p.stops.length;
  const forbidden = new Uint8Array(p.vehicles.length * n);
  for (const [vehicle, { skills }] of p.vehicles.entries())
    for (const [stop, asked] of p.stops.entries())
      if (
        (asked.vehicle !== null && asked.vehicle !== vehicle) ||
        asked.skills.some((skill) => !skills.includes(skill))
      )
        forbidden[vehicle * n + stop] = 1;
  return forbidden;
};

const kindsOf = (p: RouteProblem, forbidden: Uint8Array): Int32Array => {
  const known = new Map<string, number>();
  const n = p.stops.length;
  return Int32Array.from(p.vehicles, ({ weight, volume, from, to, depot }, vehicle) => {
    const may = forbidden.subarray(vehicle * n, (vehicle + 1) * n).join("");
    const key = [weight, volume, from, to, depot, may].join(" ");
    return known.get(key) ?? (known.set(key, known.size), known.size - 1);
  });
};

/** A problem that was judged, in tables of numbers. */
export const compile = (p: RouteProblem): Compiled => {
  const n = p.stops.length;
  const { nodes, cost, secs, depot } = tables(p);
  const forbidden = rulesOf(p);
  const byNode = (of: (stop: Stop) => number) =>
    Float64Array.from({ length: nodes }, (_, node) => (node < n ? of(p.stops[node]!) : 0));
  const byVehicle = (of: (vehicle: RouteProblem["vehicles"][number]) => number) =>
    Float64Array.from(p.vehicles, of);
  const last = Math.max(...p.vehicles.map(({ to }) => to));
  const c = {
    ...{ n, vehicles: p.vehicles.length, nodes, cost, secs, depot, forbidden },
    early: byNode(({ windows }) =>
      Math.min(...(windows.length ? windows.map((w) => w.from) : [0])),
    ),
    late: byNode(({ windows }) =>
      Math.max(...(windows.length ? windows.map((w) => w.to) : [last])),
    ),
    service: byNode(({ service }) => service),
    windows: new Map(
      p.stops.flatMap(({ windows }, stop) =>
        windows.length > 1 ? [[stop, windows.toSorted((a, b) => a.from - b.from)] as const] : [],
      ),
    ),
    weight: byNode(({ weight }) => weight),
    volume: byNode(({ volume }) => volume),
    skip: Float64Array.from(p.stops, ({ skip }) => skip ?? noStop),
    may: p.stops.flatMap(({ skip }, stop) => (skip === null ? [] : [stop])),
    from: byVehicle(({ from }) => from),
    to: byVehicle(({ to }) => to),
    roomWeight: byVehicle(({ weight }) => weight),
    roomVolume: byVehicle(({ volume }) => volume),
    kind: kindsOf(p, forbidden),
    ...{ before: p.before, apart: p.apart, timed: isTimed(p, secs) },
    bulky: p.stops.some(({ volume }) => volume > 0),
    ruled: p.before.length > 0 || p.apart.length > 0 || forbidden.includes(1),
  };
  const bearing = bearingsOf((a, b) => Math.min(cost[a * nodes + b]!, noWay), nodes, depot[0]!);
  return { ...c, near: neighbors(c), bearing };
};
