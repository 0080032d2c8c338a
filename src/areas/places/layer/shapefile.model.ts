import type { RawFeature } from "./kml.model.ts";

/** What is wrong with a shapefile, in words. */
export class ShapefileProblem extends Error {}

const broken = new ShapefileProblem(
  "The shapefile is broken: it ends in the midst of a shape. Export it anew.",
);
const mostShapes = 5_000;

type Ring = number[][];
const areaOf = (ring: Ring): number =>
  ring.reduce((sum, [x, y], n) => {
    const [nextX, nextY] = ring[(n + 1) % ring.length]!;
    return sum + (x! * nextY! - nextX! * y!);
  }, 0);
const holds = (ring: Ring, [x, y]: number[]): boolean => {
  let odd = false;
  for (let n = 0, m = ring.length - 1; n < ring.length; m = n++) {
    const [ax, ay] = ring[n]!;
    const [bx, by] = ring[m]!;
    if (ay! > y! !== by! > y! && x! < ((bx! - ax!) * (y! - ay!)) / (by! - ay!) + ax!) odd = !odd;
  }
  return odd;
};

/** Rings as polygons: those that run clockwise are outlines, the others holes of the one around them. */
const polygonsOf = (rings: readonly Ring[]): Ring[][] => {
  const outlines = rings.filter((ring) => areaOf(ring) <= 0).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => areaOf(ring) > 0)) {
    const around = outlines.find(([outline]) => holds(outline!, hole[0]!));
    if (around) around.push(hole);
    else outlines.push([hole]);
  }
  return outlines;
};

const point = (view: DataView, at: number): number[] => [
  view.getFloat64(at, true),
  view.getFloat64(at + 8, true),
];
const partsOf = (view: DataView, at: number): Ring[] => {
  const parts = view.getInt32(at + 36, true);
  const points = view.getInt32(at + 40, true);
  if (parts < 0 || points < 0 || parts * 4 + points * 16 > view.byteLength) throw broken;
  const first = at + 44 + parts * 4;
  const starts = Array.from({ length: parts }, (_, n) => view.getInt32(at + 44 + n * 4, true));
  return starts.map((start, n) => {
    const end = starts[n + 1] ?? points;
    if (start < 0 || end < start || end > points) throw broken;
    return Array.from({ length: end - start }, (__, m) => point(view, first + (start + m) * 16));
  });
};

/** The geometry of one record; heights and measures are not kept. Null for an empty shape. */
const geometryAt = (view: DataView, at: number): unknown => {
  const type = view.getInt32(at, true) % 10;
  if (type === 0) return null;
  if (type === 1) return { type: "Point", coordinates: point(view, at + 4) };
  if (type === 3) return { type: "MultiLineString", coordinates: partsOf(view, at) };
  if (type === 5) return { type: "MultiPolygon", coordinates: polygonsOf(partsOf(view, at)) };
  throw new ShapefileProblem("Only points, lines and polygons of shapefiles are read.");
};

const geometriesOf = (bytes: Uint8Array): unknown[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getInt32(0) !== 9994) throw new ShapefileProblem("The .shp file is no shapefile.");
  const found: unknown[] = [];
  for (let at = 100; at + 12 <= view.byteLength && found.length < mostShapes;) {
    const length = view.getInt32(at + 4) * 2;
    if (length < 4 || at + 8 + length > view.byteLength) throw broken;
    found.push(geometryAt(view, at + 8));
    at += 8 + length;
  }
  return found;
};

/** The rows of the table beside the shapes (dBASE III), as texts by column. */
const rowsOf = (bytes: Uint8Array | undefined, encoding: string): Record<string, string>[] => {
  if (!bytes) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder(encoding);
  const text = (from: number, length: number) =>
    decoder
      .decode(bytes.subarray(from, from + length))
      .replaceAll("\0", "")
      .trim();
  const head = view.getUint16(8, true);
  const size = view.getUint16(10, true);
  const columns: { name: string; from: number; length: number }[] = [];
  for (let at = 32, from = 1; at < head - 1 && bytes[at] !== 0x0d; at += 32) {
    const length = bytes[at + 16]!;
    columns.push({ name: text(at, 11), from, length });
    from += length;
  }
  return Array.from({ length: Math.min(view.getUint32(4, true), mostShapes) }, (_, row) =>
    Object.fromEntries(
      columns.map(({ name, from, length }) => [name, text(head + row * size + from, length)]),
    ),
  );
};

/** The name of a projection that is no plain latitude and longitude of today; null where it is. */
const projectionOf = (prj: string): string | null => {
  const name = /^\s*\w+\s*\[\s*"([^"]*)"/.exec(prj)?.[1] ?? "an unknown one";
  if (!/^\s*(GEOGCS|GEOGCRS|GEODCRS)/i.test(prj)) return name;
  return /WGS.?(19)?84|NORTH.AMERICAN.1983|NAD.?(19)?83|ETRS/i.test(prj) ? null : name;
};

const named = ["name", "fullname", "namelsad", "title", "label"];

/**
 * The shapes of a shapefile with the texts beside them. @throws {ShapefileProblem} what is broken,
 * and what is in another projection.
 */
export const readShapefile = (parts: {
  shp: Uint8Array;
  dbf?: Uint8Array | undefined;
  prj?: string | undefined;
  cpg?: string | undefined;
}): RawFeature[] => {
  const projection = parts.prj?.trim() ? projectionOf(parts.prj) : null;
  if (projection !== null)
    throw new ShapefileProblem(
      `Its coordinates are in another projection (${projection}). Export it in WGS 84 (EPSG:4326).`,
    );
  try {
    const rows = rowsOf(parts.dbf, /utf-?8/i.test(parts.cpg ?? "") ? "utf-8" : "windows-1252");
    return geometriesOf(parts.shp).flatMap((geometry, n) => {
      const row = rows[n] ?? {};
      const by = (key: string) => Object.entries(row).find(([k]) => k.toLowerCase() === key)?.[1];
      const name = named.map(by).find(Boolean) ?? "";
      return geometry === null ? [] : [{ properties: { ...row, name }, geometry }];
    });
  } catch (error) {
    if (error instanceof RangeError) throw broken;
    throw error;
  }
};
