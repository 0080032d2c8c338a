import type { Area, Polygon, Vertex } from "./area.ts";

/** A shape of a layer or an import: what it is called, and where it is. */
export type Feature = {
  name: string;
  /** Its code in the lists of a forecaster (UGC: `MNZ060`), where the file gives one. */
  code?: string | undefined;
  note: string;
  geometry:
    | { type: "Point"; coordinates: Vertex }
    | { type: "MultiLineString"; coordinates: readonly (readonly Vertex[])[] }
    | { type: "MultiPolygon"; coordinates: readonly Polygon[] };
};
/** A place or a surface: what a record is at, or what holds it. */
type Ground = Exclude<Feature["geometry"], { type: "MultiLineString" }>;
export type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

const refused = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

/**
 * Whether longitude and latitude of a position seem swapped: out of range as they stand, in range
 * the other way round; or in the south-east of the globe while everything else is American.
 */
const seemsSwapped = ([longitude, latitude]: Vertex): boolean =>
  (Math.abs(latitude) > 90 && Math.abs(longitude) <= 90) ||
  (longitude > 15 && longitude < 72 && latitude < -60);

const readVertex = (value: unknown): Read<Vertex> => {
  if (!Array.isArray(value) || value.length < 2) return refused("A position is not two numbers.");
  const [longitude, latitude] = value as unknown[];
  if (typeof longitude !== "number" || typeof latitude !== "number")
    return refused("A position is not two numbers.");
  if (seemsSwapped([longitude, latitude]))
    return refused(
      `${longitude}, ${latitude}: latitude and longitude seem swapped. GeoJSON writes degrees east first.`,
    );
  if (
    Math.abs(longitude) > 180 ||
    Math.abs(latitude) > 90 ||
    !Number.isFinite(latitude + longitude)
  )
    return refused(`${longitude}, ${latitude} is no position on the globe.`);
  return { ok: true, value: [longitude, latitude] };
};

const side = (a: Vertex, b: Vertex, c: Vertex) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const crosses = (a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

/** Whether edges of a ring cross each other; looked at in rings of at most 2,000 positions. */
export const crossesItself = (ring: readonly Vertex[]): boolean => {
  if (ring.length > 2000) return false;
  for (let n = 1; n < ring.length; n += 1)
    for (let m = n + 2; m < ring.length; m += 1)
      if (crosses(ring[n - 1]!, ring[n]!, ring[m - 1]!, ring[m]!)) return true;
  return false;
};

/** A ring of numbers, closed if it was not; refused when it crosses itself. */
export const readRing = (value: unknown): Read<Vertex[]> => {
  if (!Array.isArray(value)) return refused("An outline is a list of positions.");
  if (value.length < 3) return refused("An outline has at least three corners.");
  const vertices: Vertex[] = [];
  for (const each of value) {
    const read = readVertex(each);
    if (!read.ok) return read;
    vertices.push(read.value);
  }
  const first = vertices[0];
  const last = vertices.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) vertices.push(first);
  if (vertices.length < 4) return refused("An outline has at least three corners.");
  if (crossesItself(vertices)) return refused("An outline crosses itself.");
  return { ok: true, value: vertices };
};

const readPolygon = (value: unknown): Read<Polygon> => {
  if (!Array.isArray(value) || value.length === 0) return refused("A polygon has no outline.");
  const rings: Vertex[][] = [];
  for (const each of value) {
    const read = readRing(each);
    if (!read.ok) return read;
    rings.push(read.value);
  }
  return { ok: true, value: rings };
};

/** A GeoJSON geometry: a point, or one or several polygons. Lines and collections are refused. */
export const readGeometry = (value: unknown): Read<Ground> => {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === "Point") {
    const read = readVertex(coordinates);
    return read.ok ? { ok: true, value: { type: "Point", coordinates: read.value } } : read;
  }
  if (type !== "Polygon" && type !== "MultiPolygon")
    return refused(`A shape of the kind ${String(type)} is not read: points and polygons are.`);
  const polygons: Polygon[] = [];
  for (const each of type === "Polygon" ? [coordinates] : (coordinates as unknown[])) {
    const read = readPolygon(each);
    if (!read.ok) return read;
    polygons.push(read.value);
  }
  return { ok: true, value: { type: "MultiPolygon", coordinates: polygons } };
};

const readLine = (value: unknown): Read<Vertex[]> => {
  if (!Array.isArray(value) || value.length < 2)
    return refused("A line has at least two positions.");
  const vertices: Vertex[] = [];
  for (const each of value) {
    const read = readVertex(each);
    if (!read.ok) return read;
    vertices.push(read.value);
  }
  return { ok: true, value: vertices };
};

/** A GeoJSON geometry of a layer: points and polygons, and lines such as streets and rivers. */
export const readShape = (value: unknown): Read<Feature["geometry"]> => {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== "LineString" && type !== "MultiLineString") return readGeometry(value);
  const lines: Vertex[][] = [];
  for (const each of type === "LineString" ? [coordinates] : (coordinates as unknown[])) {
    const read = readLine(each);
    if (!read.ok) return read;
    lines.push(read.value);
  }
  return lines.length
    ? { ok: true, value: { type: "MultiLineString", coordinates: lines } }
    : refused("A line has at least two positions.");
};

/** The lines of shapes. */
export const linesOf = (features: readonly Feature[]): readonly (readonly Vertex[])[] =>
  features.flatMap(({ geometry }) =>
    geometry.type === "MultiLineString" ? geometry.coordinates : [],
  );

/** The area that shapes cover together; points cover none. */
export const areaOf = (features: readonly Feature[]): Area => ({
  polygons: features.flatMap(({ geometry }) =>
    geometry.type === "MultiPolygon" ? geometry.coordinates : [],
  ),
  circles: [],
});
