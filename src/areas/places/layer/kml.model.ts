import { XMLParser } from "fast-xml-parser";

type Node = Record<string, unknown>;
/** A shape of a file as GeoJSON has it, not judged yet. */
export type RawFeature = { properties: Record<string, unknown>; geometry: unknown };

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const nodesOf = (value: unknown): Node[] =>
  listOf(value).filter((each): each is Node => typeof each === "object" && each !== null);
const words = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

// "-93.6,44.8,0 -93.5,44.8": longitude, latitude, and a height that is not kept.
const positions = (value: unknown): number[][] =>
  words(value)
    .split(/\s+/)
    .filter(Boolean)
    .map((each) => each.split(",").slice(0, 2).map(Number));

const ringOf = (boundary: Node | undefined): number[][] =>
  positions(nodesOf(boundary?.["LinearRing"])[0]?.["coordinates"]);

const polygonOf = (polygon: Node): number[][][] => [
  ringOf(nodesOf(polygon["outerBoundaryIs"])[0]),
  ...nodesOf(polygon["innerBoundaryIs"]).map(ringOf),
];

// Points, lines and surfaces of a placemark; one of several kinds gives a shape for each.
const geometriesOf = (node: Node): unknown[] => {
  const points = nodesOf(node["Point"]).map((point) => ({
    type: "Point",
    coordinates: positions(point["coordinates"])[0] ?? [],
  }));
  const lines = nodesOf(node["LineString"]).map((line) => positions(line["coordinates"]));
  const polygons = nodesOf(node["Polygon"]).map(polygonOf);
  return [
    ...points,
    ...(lines.length ? [{ type: "MultiLineString", coordinates: lines }] : []),
    ...(polygons.length ? [{ type: "MultiPolygon", coordinates: polygons }] : []),
    ...nodesOf(node["MultiGeometry"]).flatMap(geometriesOf),
  ];
};

const featuresIn = (node: Node): RawFeature[] => [
  ...nodesOf(node["Placemark"]).flatMap((placemark) => {
    const properties = {
      name: words(placemark["name"]),
      description: words(placemark["description"]),
    };
    return geometriesOf(placemark).map((geometry) => ({ properties, geometry }));
  }),
  ...["kml", "Document", "Folder"].flatMap((name) => nodesOf(node[name]).flatMap(featuresIn)),
];

/**
 * The placemarks of a KML 2.2 file with their folders. Null for what is no KML; a document type is
 * refused as such, for it may name other files.
 */
export const readKml = (text: string): RawFeature[] | null => {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  try {
    const read = new XMLParser({
      ignoreAttributes: true,
      removeNSPrefix: true,
      parseTagValue: false,
    }).parse(text) as Node;
    return read["kml"] === undefined ? null : featuresIn(read);
  } catch {
    return null;
  }
};
