import type { Area, Bounds, Vertex } from "./area.ts";
import type { Position } from "./fence.ts";

/** The size of the drawing; it scales with its column. */
export const mapSize = { width: 800, height: 520 } as const;
/** What is looked at: the middle, and how many degrees from top to bottom. */
export type View = { center: Position; span: number };

const squeeze = (view: View) => Math.cos((view.center.latitude * Math.PI) / 180);

/** Where a position stands in the drawing. */
export const toDrawing = (view: View, longitude: number, latitude: number) => {
  const scale = mapSize.height / view.span;
  return {
    x: mapSize.width / 2 + (longitude - view.center.longitude) * squeeze(view) * scale,
    y: mapSize.height / 2 - (latitude - view.center.latitude) * scale,
  };
};
/** The position under a point of the drawing. */
export const fromDrawing = (view: View, x: number, y: number): Position => {
  const scale = mapSize.height / view.span;
  const round = (n: number) => Math.round(n * 1e5) / 1e5;
  return {
    latitude: round(view.center.latitude - (y - mapSize.height / 2) / scale),
    longitude: round(
      view.center.longitude + (x - mapSize.width / 2) / scale / Math.max(0.01, squeeze(view)),
    ),
  };
};
export const boundsOfView = (view: View): Bounds => {
  const low = fromDrawing(view, 0, mapSize.height);
  const high = fromDrawing(view, mapSize.width, 0);
  return {
    west: low.longitude,
    south: low.latitude,
    east: high.longitude,
    north: high.latitude,
  };
};
/** The view that shows a box with a margin. */
export const viewOf = (box: Bounds): View => {
  const latitude = (box.south + box.north) / 2;
  const wide =
    ((box.east - box.west) * Math.cos((latitude * Math.PI) / 180) * mapSize.height) / mapSize.width;
  return {
    center: { latitude, longitude: (box.west + box.east) / 2 },
    span: Math.min(90, Math.max(0.05, box.north - box.south, wide) * 1.15),
  };
};
const open = (view: View, vertices: readonly Vertex[]): string =>
  vertices
    .map(([longitude, latitude], n) => {
      const { x, y } = toDrawing(view, longitude, latitude);
      return `${n === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
const line = (view: View, ring: readonly Vertex[]): string => `${open(view, ring)}Z`;
/** The path of lines that are not closed. */
export const linesPath = (view: View, lines: readonly (readonly Vertex[])[]): string =>
  lines.map((each) => open(view, each)).join("");
/** The path of polygons, holes left open by the even-odd rule. */
export const pathOf = (view: View, polygons: Area["polygons"]): string =>
  polygons.flatMap((polygon) => polygon.map((ring) => line(view, ring))).join("");
/** Meters on the ground as units of the drawing. */
export const metersInDrawing = (view: View, meters: number): number =>
  (meters / 111_195) * (mapSize.height / view.span);
