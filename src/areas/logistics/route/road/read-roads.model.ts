import { assumedSpeed, type LayerCounts, type StoredRoad } from "./road.model.ts";

/** So many roads and corners a layer holds: a county of half a million people has half of it. */
const most = { roads: 40_000, vertices: 500_000 } as const;

export type ReadRoads =
  | { ok: true; roads: StoredRoad[]; counts: LayerCounts }
  | { ok: false; problem: string };

const refused = (problem: string): ReadRoads => ({ ok: false, problem });
const milesToKm = 1.609344;

type Properties = Record<string, unknown>;

// Names of columns as counties, TIGER/Line and OpenStreetMap write them, read without case.
const columns = {
  name: ["name", "fullname", "full_name", "street", "road", "rd_name", "st_name", "roadname"],
  mph: ["speed_mph", "speedlimit", "speed_limit", "mph", "speed"],
  kmh: ["speed_kmh", "kmh"],
  max: ["maxspeed"],
  oneWay: ["oneway", "one_way"],
} as const;

const valueOf = (properties: Properties, names: readonly string[]): unknown => {
  for (const [key, value] of Object.entries(properties))
    if (names.includes(key.toLowerCase()) && value !== null && value !== "") return value;
  return undefined;
};

const number = (value: unknown): number | null => {
  const read = typeof value === "number" ? value : Number.parseFloat(String(value ?? ""));
  return Number.isFinite(read) && read > 0 && read <= 200 ? read : null;
};

/** km/h of a road; null where its columns say nothing. OpenStreetMap's maxspeed is km/h unless it says mph. */
const speedOf = (properties: Properties): number | null => {
  const mph = number(valueOf(properties, columns.mph));
  if (mph !== null) return mph * milesToKm;
  const kmh = number(valueOf(properties, columns.kmh));
  if (kmh !== null) return kmh;
  const max = valueOf(properties, columns.max);
  const read = number(max);
  if (read === null) return null;
  return /mph/i.test(String(max)) ? read * milesToKm : read;
};

type Way = "both" | "drawn" | "against";
const wayOf = (properties: Properties): Way => {
  const said = String(valueOf(properties, columns.oneWay) ?? "")
    .trim()
    .toLowerCase();
  if (["yes", "y", "true", "1", "ft"].includes(said)) return "drawn";
  return ["-1", "reverse", "tf"].includes(said) ? "against" : "both";
};

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** The corners of a line to the seventh decimal; a sentence where they are none. */
const lineOf = (value: unknown): [number, number][] | string => {
  if (!Array.isArray(value)) return "has a line without positions";
  const line: [number, number][] = [];
  for (const each of value as unknown[]) {
    if (!Array.isArray(each) || !isNumber(each[0]) || !isNumber(each[1]))
      return "has a position that is not two numbers";
    const [longitude, latitude] = each as [number, number];
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90)
      return `lies at ${longitude}, ${latitude}, which is no position on the globe: GeoJSON writes degrees east first`;
    line.push([Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7]);
  }
  return line;
};

const linesOf = (geometry: { type?: unknown; coordinates?: unknown } | null): unknown[] | null => {
  if (geometry?.type === "LineString") return [geometry.coordinates];
  if (geometry?.type === "MultiLineString" && Array.isArray(geometry.coordinates))
    return geometry.coordinates as unknown[];
  return null;
};

type Shape = { properties?: Properties | null; geometry?: { type?: unknown } | null };

/**
 * The roads of a GeoJSON file (RFC 7946): lines with name, speed and one way. A road without a speed is driven
 * at 30 miles an hour; what is no line is counted and left out. Refused as a whole with its reason.
 */
export const readRoads = (text: string): ReadRoads => {
  let file: { type?: unknown; features?: unknown; crs?: { properties?: { name?: unknown } } };
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, "")) as typeof file;
  } catch {
    return refused("This is no GeoJSON file. Export the roads as GeoJSON, in WGS 84.");
  }
  const crs = String(file?.crs?.properties?.name ?? "CRS84");
  if (!/CRS84|4326/.test(crs))
    return refused(`The file is in ${crs}. Export it in WGS 84: degrees east, then north.`);
  if (file?.type !== "FeatureCollection" || !Array.isArray(file.features))
    return refused("The file has no collection of features. Export the roads as GeoJSON.");
  const counts = { roads: 0, vertices: 0, others: 0, withoutSpeed: 0, oneWay: 0 };
  const roads: StoredRoad[] = [];
  for (const [at, feature] of (file.features as Shape[]).entries()) {
    const lines = linesOf(feature?.geometry ?? null);
    if (!lines) {
      counts.others++;
      continue;
    }
    const properties = feature.properties ?? {};
    const speed = speedOf(properties);
    const way = wayOf(properties);
    const name = String(valueOf(properties, columns.name) ?? "").trim();
    for (const each of lines) {
      const line = lineOf(each);
      if (typeof line === "string") return refused(`Feature ${at + 1} ${line}.`);
      if (line.length < 2) continue;
      if (speed === null) counts.withoutSpeed++;
      if (way !== "both") counts.oneWay++;
      counts.roads++;
      counts.vertices += line.length;
      roads.push({
        n: name.slice(0, 120),
        l: way === "against" ? line.toReversed() : line,
        s: Math.round((speed ?? assumedSpeed * milesToKm) * 10) / 10,
        o: way !== "both",
      });
    }
    if (counts.roads > most.roads || counts.vertices > most.vertices)
      return refused(
        `More than ${most.roads.toLocaleString("en-US")} roads or ${most.vertices.toLocaleString("en-US")} corners: cut the file to where your vehicles drive.`,
      );
  }
  if (roads.length === 0) return refused("The file holds no line: no roads were found in it.");
  return { ok: true, roads, counts };
};
