/** Seconds or meters from place to place, whole numbers; null where no way leads. */
export type Matrix = readonly (readonly (number | null)[])[];
/** A truck with its shift; `from` and `to` in seconds of the plan's clock. Loads are whole numbers. */
export type Vehicle = {
  name: string;
  weight: number;
  volume: number;
  from: number;
  to: number;
  skills: readonly string[];
  /** The place in the matrix where it begins and ends. */
  depot: number;
};
/** Work begins within it, both ends belong to it. */
export type Window = { from: number; to: number };
export type Stop = {
  name: string;
  /** Its place in the matrix. */
  at: number;
  /** None: at any time. */
  windows: readonly Window[];
  /** Seconds of work. */
  service: number;
  weight: number;
  volume: number;
  skills: readonly string[];
  /** The vehicle that it is pinned to. */
  vehicle: number | null;
  /** What it costs to leave it out; null for a stop that must be. */
  skip: number | null;
};
/**
 * What is to be planned. Cost: meters and seconds of driving, each by its price; waiting and work
 * cost nothing. `before`: both on one vehicle, in this order. `apart`: never on one vehicle.
 */
export type RouteProblem = {
  vehicles: readonly Vehicle[];
  stops: readonly Stop[];
  seconds: Matrix;
  meters: Matrix;
  price: { meter: number; second: number };
  before: readonly (readonly [first: number, then: number])[];
  apart: readonly (readonly [one: number, other: number])[];
};
/** Stops of vehicles in their order, and stops that nobody goes to. */
export type RoutePlan = {
  routes: readonly { vehicle: number; stops: readonly number[] }[];
  left: readonly number[];
};

type Refusal = { kind: "matrix" | "vehicle" | "stop" | "pair" | "price"; text: string };
/** A stop that no plan can hold, and why; the others are planned without it. */
export type Aside = {
  stop: number;
  kind: "pin" | "skill" | "load" | "unreachable" | "window";
  text: string;
};

const whole = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

const matrixFaults = (name: string, matrix: Matrix, size: number): Refusal[] => {
  if (matrix.length !== size)
    return [{ kind: "matrix", text: `The ${name} have ${matrix.length} rows, not ${size}.` }];
  for (const [row, cells] of matrix.entries()) {
    if (cells.length !== size)
      return [
        {
          kind: "matrix",
          text: `Row ${row + 1} of the ${name} has ${cells.length} cells, not ${size}.`,
        },
      ];
    // Holes of a sparse row are seen by their index only.
    for (let column = 0; column < size; column++)
      if (cells[column] !== null && !whole(cells[column]))
        return [
          {
            kind: "matrix",
            text: `The ${name} have a hole: from ${row + 1} to ${column + 1} is no whole number.`,
          },
        ];
  }
  return [];
};

const vehicleFaults = (vehicles: readonly Vehicle[], places: number): Refusal[] => {
  if (vehicles.length === 0) return [{ kind: "vehicle", text: "There is no vehicle." }];
  return vehicles.flatMap(({ name, weight, volume, from, to, depot }): Refusal[] => {
    if (![weight, volume, from, to].every(whole))
      return [{ kind: "vehicle", text: `${name}: loads and shift are whole numbers.` }];
    if (to < from) return [{ kind: "vehicle", text: `${name}: the shift ends before it begins.` }];
    return whole(depot) && depot < places
      ? []
      : [{ kind: "vehicle", text: `${name}: the depot is no place of the matrix.` }];
  });
};

const stopFaults = (p: RouteProblem): Refusal[] =>
  p.stops.flatMap(({ name, at, windows, service, weight, volume, vehicle, skip }): Refusal[] => {
    if (![service, weight, volume, skip ?? 0].every(whole))
      return [{ kind: "stop", text: `${name}: work, loads and price are whole numbers.` }];
    if (!whole(at) || at >= p.seconds.length)
      return [{ kind: "stop", text: `${name} is no place of the matrix.` }];
    if (vehicle !== null && !p.vehicles[vehicle])
      return [{ kind: "stop", text: `${name} is pinned to a vehicle that is not there.` }];
    return windows.every(({ from, to }) => whole(from) && whole(to) && from <= to)
      ? []
      : [{ kind: "stop", text: `${name}: a window ends before it begins.` }];
  });

const pairFaults = ({ stops, before, apart }: RouteProblem): Refusal[] => {
  for (const [one, other] of [...before, ...apart])
    if (!stops[one] || !stops[other] || one === other)
      return [{ kind: "pair", text: "A pair names a stop that is not there." }];
  const follows = new Map<number, number[]>();
  for (const [first, then] of before) follows.set(first, [...(follows.get(first) ?? []), then]);
  const [open, done] = [new Set<number>(), new Set<number>()];
  const circles = (at: number): boolean => {
    if (open.has(at)) return true;
    if (done.has(at)) return false;
    open.add(at);
    const found = (follows.get(at) ?? []).some(circles);
    open.delete(at);
    done.add(at);
    return found;
  };
  const circle = [...follows.keys()].find(circles);
  return circle === undefined
    ? []
    : [{ kind: "pair", text: `${stops[circle]!.name} would come before itself.` }];
};

/** The earliest moment at which work may begin for who arrives then; null when all windows are over. */
export const beginAt = (windows: readonly Window[], arrival: number): number | null => {
  if (windows.length === 0) return arrival;
  let earliest: number | null = null;
  for (const { from, to } of windows) {
    const begin = Math.max(from, arrival);
    if (begin <= to && (earliest === null || begin < earliest)) earliest = begin;
  }
  return earliest;
};

/** Why no vehicle can go to a stop and nowhere else; null when one can. */
const asideOf = (p: RouteProblem, stop: number): Omit<Aside, "stop"> | null => {
  const { name, at, windows, service, weight, volume, skills, vehicle } = p.stops[stop]!;
  const pinned = vehicle === null ? p.vehicles : [p.vehicles[vehicle]!];
  const who = vehicle === null ? "no vehicle" : pinned[0]!.name;
  const skilled = pinned.filter((each) => skills.every((skill) => each.skills.includes(skill)));
  if (skilled.length === 0)
    return vehicle === null
      ? { kind: "skill", text: `${name} asks for ${skills.join(", ")}: no vehicle has it.` }
      : { kind: "pin", text: `${name} asks for ${skills.join(", ")}: ${who} has it not.` };
  const strong = skilled.filter((each) => each.weight >= weight && each.volume >= volume);
  if (strong.length === 0)
    return {
      kind: "load",
      text: `${name} is more than ${who === "no vehicle" ? "any vehicle" : who} takes.`,
    };
  const near = strong.flatMap((each) => {
    const [out, back] = [p.seconds[each.depot]![at], p.seconds[at]![each.depot]];
    const ways = [out, back, p.meters[each.depot]![at], p.meters[at]![each.depot]];
    return ways.some((way) => way === null) ? [] : [{ each, out: out!, back: back! }];
  });
  if (near.length === 0) return { kind: "unreachable", text: `No way leads to ${name} and back.` };
  const met = near.some(({ each, out, back }) => {
    const begin = beginAt(windows, each.from + out);
    return begin !== null && begin + service + back <= each.to;
  });
  return met ? null : { kind: "window", text: `${name} has a window that no shift meets.` };
};

/**
 * What is wrong before anything is solved. `refused`: nothing can be planned. `aside`: stops that no
 * plan can hold, each with its reason.
 */
export const judgeProblem = (p: RouteProblem): { refused: Refusal[]; aside: Aside[] } => {
  const size = p.seconds.length;
  const refused = [
    ...matrixFaults("seconds", p.seconds, size),
    ...matrixFaults("meters", p.meters, size),
    ...vehicleFaults(p.vehicles, size),
    ...stopFaults(p),
    ...pairFaults(p),
    ...([p.price.meter, p.price.second].every(whole)
      ? []
      : [{ kind: "price" as const, text: "Prices are whole numbers." }]),
  ];
  if (refused.length) return { refused, aside: [] };
  const aside = p.stops.flatMap((_, stop) => {
    const why = asideOf(p, stop);
    return why ? [{ stop, ...why }] : [];
  });
  return { refused, aside };
};

/** The problem of the other stops, and which stop of the whole each of them is. */
export const withoutStops = (
  p: RouteProblem,
  gone: ReadonlySet<number>,
): { problem: RouteProblem; kept: number[] } => {
  const kept = p.stops.flatMap((_, stop) => (gone.has(stop) ? [] : [stop]));
  const now = new Map(kept.map((stop, at) => [stop, at]));
  const pairs = (of: RouteProblem["before"]) =>
    of.flatMap(([one, other]) => {
      const [a, b] = [now.get(one), now.get(other)];
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    });
  return {
    problem: {
      ...p,
      stops: kept.map((stop) => p.stops[stop]!),
      before: pairs(p.before),
      apart: pairs(p.apart),
    },
    kept,
  };
};
