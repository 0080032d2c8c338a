import type { RouteProblem, Stop } from "./problem.model.ts";

type Customer = { x: number; y: number; demand: number; from: number; to: number; service: number };
type Instance = { name: string; vehicles: number; capacity: number; places: Customer[] };

/** A problem of one kind of truck; the first place is the depot, its window the shift. */
const problemOf = (
  { vehicles, capacity, places }: Instance,
  distance: (a: Customer, b: Customer) => number,
  timed: boolean,
): RouteProblem => {
  const [depot] = places;
  const meters = places.map((a) => places.map((b) => distance(a, b)));
  return {
    vehicles: Array.from({ length: vehicles }, (_, at) => ({
      ...{ name: `V${at + 1}`, weight: capacity, volume: 0, skills: [], depot: 0 },
      ...{ from: depot!.from, to: depot!.to },
    })),
    stops: places.slice(1).map((place, at): Stop => ({
      ...{ name: `S${at + 1}`, at: at + 1, weight: place.demand, volume: 0, skills: [] },
      ...{ service: place.service, vehicle: null, skip: null },
      windows: timed ? [{ from: place.from, to: place.to }] : [],
    })),
    meters,
    seconds: timed ? meters : meters.map((row) => row.map(() => 0)),
    price: { meter: 1, second: 0 },
    before: [],
    apart: [],
  };
};

/**
 * An instance of CVRPLIB in the format of TSPLIB 95: whole distances, rounded to the nearest. Best known
 * costs are for any number of vehicles.
 */
export const readVrp = (text: string): RouteProblem => {
  const part = (name: string, until: string): number[][] =>
    text
      .split(name)[1]!
      .split(until)[0]!
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number));
  const capacity = Number(/CAPACITY\s*:\s*(\d+)/.exec(text)![1]);
  const at = part("NODE_COORD_SECTION", "DEMAND_SECTION");
  const demands = part("DEMAND_SECTION", "DEPOT_SECTION");
  const places = at.map(([, x, y], place) => ({
    ...{ x: x!, y: y!, demand: demands[place]![1]!, from: 0, to: 1e9, service: 0 },
  }));
  const all = places.reduce((sum, { demand }) => sum + demand, 0);
  const vehicles = Math.ceil((1.3 * all) / capacity) + 3;
  return problemOf(
    { name: "", vehicles, capacity, places },
    (a, b) => Math.round(Math.hypot(a.x - b.x, a.y - b.y)),
    false,
  );
};

/**
 * An instance of Solomon (1987), everything in tenths: distances are cut off behind the first decimal, as
 * exact solvers do. `first`: so many customers of it.
 */
export const readSolomon = (text: string, first = Infinity): RouteProblem => {
  const rows = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[\d\s.]+$/.test(line) && line !== "")
    .map((line) => line.split(/\s+/).map(Number));
  const [[vehicles, capacity], ...customers] = rows as [number[], ...number[][]];
  const places = customers.slice(0, first + 1).map(([, x, y, demand, from, to, service]) => ({
    ...{ x: x!, y: y!, demand: demand! },
    ...{ from: from! * 10, to: to! * 10, service: service! * 10 },
  }));
  return problemOf(
    { name: "", vehicles: vehicles!, capacity: capacity!, places },
    (a, b) => Math.floor(Math.hypot(a.x - b.x, a.y - b.y) * 10 + 1e-9),
    true,
  );
};
