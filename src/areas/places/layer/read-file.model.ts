import { parse } from "csv-parse/sync";
import { readGeometry, readShape, type Feature } from "#kernel/geo/geojson.ts";
import { readKml } from "./kml.model.ts";
import type { ReadAnswer } from "./layer.model.ts";

type Problem = ReadAnswer["problems"][number];
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";

type Properties = Record<string, unknown> | null | undefined;
/**
 * The UGC code of a zone or county in the weather service's own files: `id` of api.weather.gov
 * (`MNZ060`), `STATE_ZONE` of its shapes of public zones (`MN060`).
 */
const ugcOf = (properties: Properties): string | undefined => {
  const named = ["ugc", "UGC", "id", "code", "zone"].map((key) => text(properties?.[key]));
  const given = named.find((code) => /^[A-Z]{2}[CZ]\d{3}$/.test(code));
  const shape = /^([A-Z]{2})(\d{3})$/.exec(text(properties?.["STATE_ZONE"]));
  return given ?? (shape ? `${shape[1]}Z${shape[2]}` : undefined);
};

const otherProjection = (value: unknown): string | null => {
  const { crs } = (value ?? {}) as { crs?: { properties?: { name?: unknown } } };
  const name = text(crs?.properties?.name);
  return !name || /CRS84|4326/.test(name) ? null : name;
};

const fromGeoJson = (value: unknown): ReadAnswer => {
  const projection = otherProjection(value);
  if (projection)
    return {
      features: [],
      problems: [
        {
          row: 1,
          problem: `Its coordinates are in another projection (${projection}). Export it in WGS 84 (EPSG:4326).`,
        },
      ],
    };
  const { type, features } = (value ?? {}) as { type?: unknown; features?: unknown };
  return readFeatures(type === "FeatureCollection" && Array.isArray(features) ? features : [value]);
};

/** Shapes as GeoJSON has them, judged one by one. */
export const readFeatures = (items: readonly unknown[]): ReadAnswer => {
  const read: Feature[] = [];
  const problems: Problem[] = [];
  items.slice(0, 5000).forEach((item, n) => {
    const { geometry, properties } = (item ?? {}) as {
      geometry?: unknown;
      properties?: Properties;
    };
    const shape = readShape(geometry ?? item);
    if (!shape.ok) problems.push({ row: n + 1, problem: shape.problem });
    else {
      const code = ugcOf(properties);
      read.push({
        ...(code && { code }),
        name: text(properties?.["name"] ?? properties?.["NAME"] ?? properties?.["title"]),
        note: text(properties?.["note"] ?? properties?.["description"]),
        geometry: shape.value,
      });
    }
  });
  if (items.length > 5000)
    problems.push({
      row: 5001,
      problem: `${items.length - 5000} shapes beyond 5,000 are left out.`,
    });
  return { features: read as never, problems };
};

const columns = {
  latitude: ["latitude", "lat", "y"],
  longitude: ["longitude", "lon", "lng", "long", "x"],
  name: ["name", "title", "label"],
  note: ["note", "notes", "description"],
};
const cell = (row: Record<string, string>, names: readonly string[]) =>
  names.map((name) => row[name]).find((value) => value !== undefined && value !== "") ?? "";

const fromCsv = (csv: string): ReadAnswer => {
  const rows = parse(csv, {
    columns: (heads: string[]) => heads.map((head) => head.trim().toLowerCase()),
    skip_empty_lines: true,
    relax_column_count: true,
    bom: true,
    to: 5000,
  }) as Record<string, string>[];
  const read: Feature[] = [];
  const problems: Problem[] = [];
  rows.forEach((row, n) => {
    const at = [Number(cell(row, columns.longitude)), Number(cell(row, columns.latitude))];
    const typed = cell(row, columns.latitude) !== "" && cell(row, columns.longitude) !== "";
    const shape = readGeometry({ type: "Point", coordinates: at });
    if (!typed) problems.push({ row: n + 2, problem: "Latitude or longitude is missing." });
    else if (!shape.ok) problems.push({ row: n + 2, problem: shape.problem });
    else
      read.push({
        name: cell(row, columns.name),
        note: cell(row, columns.note),
        geometry: shape.value,
      });
  });
  return { features: read as never, problems };
};

const fromKml = (file: string): ReadAnswer => {
  const read = readKml(file);
  return read
    ? readFeatures(read)
    : { features: [], problems: [{ row: 1, problem: "This is no readable KML." }] };
};

/** The shapes of a GeoJSON, KML or CSV file, and what could not be read, by its row. */
export const readShapes = (file: string): ReadAnswer => {
  const first = file.trimStart()[0];
  if (first === "{" || first === "[") {
    try {
      return fromGeoJson(JSON.parse(file));
    } catch {
      return { features: [], problems: [{ row: 1, problem: "This is no readable JSON." }] };
    }
  }
  if (first === "<") return fromKml(file);
  try {
    return fromCsv(file);
  } catch {
    return {
      features: [],
      problems: [{ row: 1, problem: "This is neither GeoJSON, KML nor CSV." }],
    };
  }
};
