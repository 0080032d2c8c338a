import { distanceBetween, type Position, type Reading, type Verdict } from "./fence.ts";

/** A position as GeoJSON writes it: degrees east, then north. */
export type Vertex = readonly [longitude: number, latitude: number];
/** A closed line of positions; its last is its first. */
type Ring = readonly Vertex[];
/** An outline and its holes. */
export type Polygon = readonly Ring[];
/** A surface on the ground: polygons, and circles with their radius in meters. */
export type Area = {
  polygons: readonly Polygon[];
  circles: readonly { center: Position; radius: number }[];
};
export type Bounds = { west: number; south: number; east: number; north: number };

export const noArea: Area = { polygons: [], circles: [] };
export const isEmptyArea = (area: Area): boolean =>
  area.polygons.length === 0 && area.circles.length === 0;

const wrap = (degrees: number): number => {
  const turned = (((degrees + 180) % 360) + 360) % 360;
  return turned - 180;
};

// A ring around a point at x = 0, walked so that an edge over the antimeridian stays one edge.
const around = (ring: Ring, at: Position): [x: number, y: number][] => {
  const [first] = ring;
  if (!first) return [];
  const walked: [number, number][] = [[wrap(first[0] - at.longitude), first[1]]];
  for (let n = 1; n < ring.length; n += 1)
    walked.push([walked[n - 1]![0] + wrap(ring[n]![0] - ring[n - 1]![0]), ring[n]![1]]);
  return walked;
};

const crossings = (ring: readonly [number, number][], x: number, y: number): boolean => {
  let odd = false;
  for (let n = 1; n < ring.length; n += 1) {
    const [ax, ay] = ring[n - 1]!;
    const [bx, by] = ring[n]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
};
const holds = (ring: Ring, at: Position): boolean => {
  const walked = around(ring, at);
  return [0, 360, -360].some((turn) => crossings(walked, turn, at.latitude));
};

// Edges are straight in degrees, as RFC 7946 says; the nearest point of one is found on the plane
// that touches the globe at the position, and its distance is the great circle's.
const toEdge = (at: Position, [ax, ay]: [number, number], [bx, by]: [number, number]): number => {
  const squeeze = Math.cos((at.latitude * Math.PI) / 180);
  const px = ax * squeeze;
  const py = ay - at.latitude;
  const dx = (bx - ax) * squeeze;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(px * dx + py * dy) / length));
  return distanceBetween(at, {
    latitude: ay + t * dy,
    longitude: wrap(at.longitude + ax + t * (bx - ax)),
  });
};
const toRing = (ring: Ring, at: Position): number => {
  const walked = around(ring, at);
  let least = Infinity;
  for (let n = 1; n < walked.length; n += 1)
    least = Math.min(least, toEdge(at, walked[n - 1]!, walked[n]!));
  return least;
};
const toPolygon = ([outline, ...holes]: Polygon, at: Position): number => {
  const within = holds(outline!, at) && !holes.some((hole) => holds(hole, at));
  const edge = Math.min(...[outline!, ...holes].map((ring) => toRing(ring, at)));
  return within ? -edge : edge;
};

/** Meters from a position to the edge of an area; below zero inside. Infinite where there is none. */
export const depthOf = (area: Area, at: Position): number =>
  Math.min(
    Infinity,
    ...area.polygons.map((polygon) => toPolygon(polygon, at)),
    ...area.circles.map(({ center, radius }) => distanceBetween(center, at) - radius),
  );

/**
 * Whether a record is in an area widened by `buffer` meters. Its edge belongs to it. Inside when
 * every position that the accuracy allows is, outside when none is, else not known.
 */
export const judgeIn = (
  area: Area,
  reading: Reading,
  buffer = 0,
): { verdict: Verdict; distance: number } => {
  const distance = depthOf(area, reading) - buffer;
  const { accuracy } = reading;
  if (distance === Infinity) return { verdict: "outside", distance };
  if (accuracy === null) return { verdict: "unknown", distance };
  if (distance + accuracy <= 0) return { verdict: "inside", distance };
  return { verdict: distance - accuracy > 0 ? "outside" : "unknown", distance };
};

/** The box around an area; null for none, and for one that crosses the antimeridian. */
export const boundsOf = (area: Area): Bounds | null => {
  const vertices = area.polygons.flatMap(([outline]) => outline ?? []);
  const reach = area.circles.map(({ center, radius }) => {
    const north = radius / 111_195;
    const east = north / Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180));
    return { center, north, east };
  });
  const xs = [
    ...vertices.map(([x]) => x),
    ...reach.flatMap((r) => [r.center.longitude - r.east, r.center.longitude + r.east]),
  ];
  const ys = [
    ...vertices.map(([, y]) => y),
    ...reach.flatMap((r) => [r.center.latitude - r.north, r.center.latitude + r.north]),
  ];
  if (!xs.length) return null;
  const box = {
    west: Math.min(...xs),
    south: Math.min(...ys),
    east: Math.max(...xs),
    north: Math.max(...ys),
  };
  return box.east - box.west > 180 ? null : box;
};
