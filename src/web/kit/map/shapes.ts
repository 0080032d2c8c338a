import type { Area, Vertex } from "#kernel/geo/area.ts";
import { shifted, type Position } from "#kernel/geo/fence.ts";
import { kindOf, type KindLook } from "./kinds.ts";
import type { MapArea, MapPoint, Outline } from "./map.types.ts";

type Geometry =
  | { type: "Point"; coordinates: Vertex }
  | { type: "MultiLineString"; coordinates: readonly (readonly Vertex[])[] }
  | { type: "MultiPolygon"; coordinates: readonly (readonly (readonly Vertex[])[])[] };
type Shape = { type: "Feature"; properties: Record<string, string | number>; geometry: Geometry };
/** What a source of the drawing holds, as GeoJSON. */
export type Shapes = { type: "FeatureCollection"; features: Shape[] };

const corners = 64;
const ringOf = (center: Position, radius: number): Vertex[] =>
  Array.from({ length: corners + 1 }, (_, n): Vertex => {
    const turn = (2 * Math.PI * (n % corners)) / corners;
    const at = shifted(center, radius * Math.sin(turn), radius * Math.cos(turn));
    return [at.longitude, at.latitude];
  });
const surfaces = (area: Area) => [
  ...area.polygons,
  ...area.circles.map(({ center, radius }) => [ringOf(center, radius)]),
];
const collected = (features: Shape[]): Shapes => ({ type: "FeatureCollection", features });

/** Outlines of counties. */
export const outlineShapes = (outlines: readonly Outline[]): Shapes =>
  collected(
    outlines.map(({ fips, polygons }) => ({
      type: "Feature",
      properties: { fips },
      geometry: { type: "MultiPolygon", coordinates: polygons },
    })),
  );

/** Surfaces with their tone; circles as polygons of 64 corners. */
export const areaShapes = (areas: readonly MapArea[]): Shapes =>
  collected(
    areas.map(({ id, tone, area }) => ({
      type: "Feature",
      properties: { id, tone },
      geometry: { type: "MultiPolygon", coordinates: surfaces(area) },
    })),
  );

/** Lines of layers: streets, rivers; and ways that are driven. */
export const lineShapes = (areas: readonly MapArea[]): Shapes =>
  collected(
    areas.flatMap(({ id, tone, n = 0, lines = [] }) =>
      lines.length
        ? [
            {
              type: "Feature",
              properties: { id, tone, n: n % 6 },
              geometry: { type: "MultiLineString", coordinates: lines },
            } satisfies Shape,
          ]
        : [],
    ),
  );

/** Points with the verdict about them and the number of their kind's colour. */
export const pointShapes = (
  points: readonly MapPoint[],
  looks: ReadonlyMap<string, KindLook>,
): Shapes =>
  collected(
    points.map((point) => ({
      type: "Feature",
      properties: {
        id: point.id,
        verdict: point.verdict ?? "none",
        kind: looks.get(kindOf(point))?.n ?? 0,
      },
      geometry: { type: "Point", coordinates: [point.longitude, point.latitude] },
    })),
  );

/** How far each point may lie from where it stands, where that is worth a circle. */
export const reachShapes = (points: readonly MapPoint[]): Shapes =>
  collected(
    points
      .filter(({ accuracy }) => accuracy > 100)
      .slice(0, 500)
      .map(({ id, accuracy, ...at }) => ({
        type: "Feature",
        properties: { id },
        geometry: { type: "MultiPolygon", coordinates: [[ringOf(at, accuracy)]] },
      })),
  );
