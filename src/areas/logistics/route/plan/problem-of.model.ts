import type { Position } from "#kernel/geo/fence.ts";
import type { StopTold } from "../stop/stop.model.ts";
import type { Matrix, RouteProblem, Stop, Vehicle } from "../problem.model.ts";
import type { Setup } from "./plan.model.ts";

/** A stop that is still to be driven to. `aboard`: its goods are in this vehicle since an earlier release. */
export type OpenStop = { id: string; told: StopTold; aboard: string | null };
/** A vehicle that is under way: where it stands, from when it goes on, and what it took along. */
export type UnderWay = {
  vehicle: string;
  position: Position;
  /** The stop where it was heard of last. */
  at: Pick<StopTold, "name" | "place">;
  from: number;
  weight: number;
  volume: number;
};
type Distances = { seconds: Matrix; meters: Matrix };

/** Meters of a mile. */
export const mile = 1609.344;

/** Seconds since midnight of HH:MM. */
export const secondsOf = (time: string): number => {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 3600 + Number(minutes) * 60;
};

const words = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);

// What lies at the depot is loaded by vehicles that are still there.
const atDepot = "goods at the depot";

/** The places that a problem knows, in the order of its matrix. */
export const placesOf = (
  { depot }: Setup,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
): Position[] => [
  { latitude: depot.latitude, longitude: depot.longitude },
  ...stops.map(({ told: { latitude, longitude } }) => ({ latitude, longitude })),
  ...underWay.map(({ position }) => position),
];

const vehiclesOf = ({ vehicles }: Setup, underWay: readonly UnderWay[]): Vehicle[] =>
  vehicles.map(({ key, weight, volume, from, to, skills }) => {
    const gone = underWay.find(({ vehicle }) => vehicle === key);
    return {
      ...{ name: key, weight, volume, depot: 0 },
      from: Math.max(secondsOf(from), gone?.from ?? 0),
      to: secondsOf(to),
      skills: [...words(skills), ...(gone ? [] : [atDepot])],
    };
  });

const windowsOf = ({ from, to }: StopTold): Stop["windows"] =>
  from || to ? [{ from: secondsOf(from || "00:00"), to: secondsOf(to || "23:59") }] : [];

const stopOf = (
  { told, aboard }: OpenStop,
  at: number,
  setup: Setup,
  underWay: readonly UnderWay[],
): Stop => {
  const gone = underWay.some(({ vehicle }) => vehicle === aboard);
  const pin = gone && aboard !== null ? aboard : told.vehicle;
  const vehicle = pin ? setup.vehicles.findIndex(({ key }) => key === pin) : -1;
  const loaded = told.weight > 0 || told.volume > 0;
  const worth = setup.goal === "distance" ? told.detour * mile : (told.detour * 3600) / setup.speed;
  return {
    name: told.name,
    at,
    windows: windowsOf(told),
    service: told.minutes * 60,
    weight: told.weight,
    volume: told.volume,
    skills: [...words(told.skills), ...(loaded && !gone ? [atDepot] : [])],
    vehicle: vehicle < 0 ? null : vehicle,
    skip: told.must ? null : Math.round(worth),
  };
};

// Where a vehicle stands is its first stop: the way there is behind it, and no other way leads there.
const withPlaces = (matrix: Matrix, first: number, way: (row: number) => number | null): Matrix =>
  matrix.map((cells, row) => cells.map((cell, at) => (at < first || row === at ? cell : way(row))));

/**
 * The problem of a plan: the depot is place 0, stops follow, then where vehicles under way stand. Each of these
 * is a stop of its own behind the others, pinned to its vehicle, which comes first.
 */
export const problemOf = (
  setup: Setup,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
  { seconds, meters }: Distances,
): RouteProblem => {
  const first = stops.length + 1;
  const way = (row: number) => (row === 0 ? 0 : null);
  const index = new Map(stops.map(({ id }, at) => [id, at]));
  const pairs = (of: (told: StopTold) => string | null) =>
    stops.flatMap(({ told }, at) => {
      const other = index.get(of(told) ?? "");
      return other === undefined ? [] : [[other, at] as const];
    });
  return {
    vehicles: vehiclesOf(setup, underWay),
    stops: [
      ...stops.map((stop, at) => stopOf(stop, at + 1, setup, underWay)),
      ...underWay.map(({ vehicle, weight, volume }, at) => ({
        ...{ name: `${vehicle} under way`, at: first + at, windows: [], service: 0 },
        ...{ weight, volume, skills: [], skip: null },
        vehicle: setup.vehicles.findIndex(({ key }) => key === vehicle),
      })),
    ],
    seconds: withPlaces(seconds, first, way),
    meters: withPlaces(meters, first, way),
    price: setup.goal === "distance" ? { meter: 1, second: 0 } : { meter: 0, second: 1 },
    before: pairs(({ afterId }) => afterId),
    apart: pairs(({ apartId }) => apartId),
  };
};
