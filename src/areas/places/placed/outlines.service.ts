import { createRequire } from "node:module";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { boundsOf, type Area, type Bounds, type Polygon } from "#kernel/geo/area.ts";
import type { Outline } from "./placed.model.ts";

type County = { fips: string; name: string; polygons: Polygon[]; bounds: Bounds | null };
const require = createRequire(import.meta.url);

const kept: Partial<Record<"counties" | "states", readonly County[]>> = {};
// Read when the first map is opened: outlines of the Census Bureau at 1:10 million.
const outlinesOf = (kind: "counties" | "states"): readonly County[] => {
  const read = kept[kind];
  if (read) return read;
  const topology = require("us-atlas/counties-10m.json") as Topology;
  const collection = topology.objects[kind] as GeometryCollection<{ name: string }>;
  return (kept[kind] = feature(topology, collection).features.flatMap(
    ({ id, properties, geometry }) => {
      if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") return [];
      const polygons = (geometry.type === "Polygon"
        ? [geometry.coordinates]
        : geometry.coordinates) as unknown as Polygon[];
      return [
        {
          fips: String(id),
          name: properties.name,
          polygons,
          bounds: boundsOf({ polygons, circles: [] }),
        },
      ];
    },
  ));
};
const counties = () => outlinesOf("counties");

const touching = (outlines: readonly County[], box: Bounds): Outline[] =>
  outlines
    .filter(
      ({ bounds: b }) =>
        b &&
        b.west <= box.east &&
        b.east >= box.west &&
        b.south <= box.north &&
        b.north >= box.south,
    )
    .slice(0, 400)
    .map(({ fips, name, polygons }) => ({ fips, name, polygons: polygons as never }));

/** Outlines of the counties that touch a box. */
export const outlinesIn = (box: Bounds): Outline[] => touching(counties(), box);

/** Outlines of the states that touch a box. */
export const statesIn = (box: Bounds): Outline[] => touching(outlinesOf("states"), box);

/** The outlines of counties by their FIPS codes as one area, and the codes that no county bears. */
export const areaOfCounties = (
  fips: readonly string[],
): { area: Area; unknown: readonly string[] } => {
  const wanted = new Set(fips);
  const found = counties().filter((county) => wanted.has(county.fips));
  const known = new Set(found.map((county) => county.fips));
  return {
    area: { polygons: found.flatMap((county) => county.polygons), circles: [] },
    unknown: [...wanted].filter((code) => !known.has(code)),
  };
};

let named: ReadonlyMap<string, string> | null = null;
const names = (): ReadonlyMap<string, string> => {
  if (named) return named;
  const topology = require("us-atlas/counties-10m.json") as Topology;
  const states = new Map(
    (topology.objects["states"] as GeometryCollection<{ name: string }>).geometries.map(
      ({ id, properties }) => [
        String(id),
        properties && "name" in properties ? properties.name : "",
      ],
    ),
  );
  named = new Map(
    counties().map(({ fips, name }) => [
      fips,
      [name, states.get(fips.slice(0, 2))].filter(Boolean).join(", "),
    ]),
  );
  return named;
};
/** What a county is called, by its FIPS code: `Carver, Minnesota`. */
export const countyName = (fips: string): string | undefined => names().get(fips);
