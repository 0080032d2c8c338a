import { readFile } from "node:fs/promises";
import { boundsOf } from "#kernel/geo/area.ts";
import { areaOf, readGeometry } from "#kernel/geo/geojson.ts";
import { unreadable } from "./zip.ts";

/** Whether a text begins as GeoJSON does: an object, never a row of cells. */
export const isGeoJson = (head: Buffer): boolean =>
  /^\uFEFF?\s*\{[^]*"(?:type|features)"\s*:/.test(head.toString("utf8"));

type Shape = { type?: unknown; coordinates?: unknown };

// Ten centimeters, and no more digits than anybody measures.
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6);

// The point half way along a line.
const halfWay = (line: readonly unknown[]): unknown => {
  const points = line.map((one) => (Array.isArray(one) ? one.map(Number) : []));
  // A degree of longitude is this part of one of latitude.
  const narrow = Math.cos(((points[0]?.[1] ?? 0) * Math.PI) / 180);
  const steps = points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at]!;
    return Math.hypot((x! - fromX!) * narrow, y! - fromY!);
  });
  let left = steps.reduce((sum, step) => sum + step, 0) / 2;
  if (!(left > 0)) return line[0];
  for (const [at, step] of steps.entries()) {
    if (left > step) {
      left -= step;
      continue;
    }
    const [[x, y], [toX, toY]] = [points[at]!, points[at + 1]!];
    return [x! + ((toX! - x!) * left) / step, y! + ((toY! - y!) * left) / step];
  }
  return line.at(-1);
};

// A line is where its middle is; an area, the middle of the box around it.
const positionOf = (shape: Shape): readonly [string, string] => {
  const { type, coordinates } = shape;
  const lines = type === "MultiLineString" && Array.isArray(coordinates) ? coordinates[0] : null;
  const line = type === "LineString" ? coordinates : lines;
  const asked = Array.isArray(line) ? { type: "Point", coordinates: halfWay(line) } : shape;
  const read = readGeometry(asked);
  // What is wrong stands in the cell, and is refused with its row.
  if (!read.ok) return [read.problem, ""];
  const { value } = read;
  if (value.type === "Point") return [degrees(value.coordinates[1]), degrees(value.coordinates[0])];
  const box = boundsOf(areaOf([{ name: "", note: "", geometry: value }]))!;
  return [degrees((box.south + box.north) / 2), degrees((box.west + box.east) / 2)];
};

const cellOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value as string | number | boolean).trim();

type Feature = { geometry?: Shape | null; properties?: Record<string, unknown> | null };
const featuresIn = (text: string): Feature[] => {
  let whole: { type?: unknown; features?: unknown };
  try {
    whole = JSON.parse(text.replace(/^\uFEFF/, "")) as typeof whole;
  } catch {
    throw unreadable("This GeoJSON is not whole. Export it again, and upload that.");
  }
  if (whole.type === "Feature") return [whole as Feature];
  if (whole.type !== "FeatureCollection" || !Array.isArray(whole.features))
    throw unreadable("This JSON is no list of places: GeoJSON has a FeatureCollection.");
  return whole.features as Feature[];
};

const rowsAtOnce = 1000;
/**
 * The features of a GeoJSON file as rows: their properties by name, then `Latitude` and `Longitude` of
 * each. A line counts where its middle is, an area at the middle of its box; a shape that is none
 * leaves what is wrong in the cell. 422 `unreadable_file`.
 */
export async function* geoJsonRows(path: string): AsyncGenerator<string[][]> {
  const features = featuresIn(await readFile(path, "utf8"));
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  yield [[...names, "Latitude", "Longitude"]];
  for (let from = 0; from < features.length; from += rowsAtOnce)
    yield features
      .slice(from, from + rowsAtOnce)
      .map(({ geometry, properties }) => [
        ...names.map((name) => cellOf(properties?.[name])),
        ...(geometry ? positionOf(geometry) : ["", ""]),
      ]);
}
