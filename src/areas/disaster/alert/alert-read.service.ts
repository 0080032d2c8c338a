import { XMLParser } from "fast-xml-parser";
import type { Area, Polygon, Vertex } from "#kernel/geo/area.ts";
import { readGeometry, readRing } from "#kernel/geo/geojson.ts";
import type { AlertMessage, Vtec } from "./alert-life.model.ts";

export type ReadMessage = { body: string; message: AlertMessage | null; problem: string | null };
type Json = Record<string, unknown>;

const most = 10_000_000;
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
const many = <T>(value: T | readonly T[] | undefined | null): readonly T[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as T];
const lower = (value: unknown) => text(value).toLowerCase() || "unknown";
const instant = (value: unknown): string | null => {
  const at = Date.parse(text(value));
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

// /O.NEW.KMPX.FL.W.0012.261113T0000Z-261115T0000Z/: class, action, office, phenomenon,
// significance, number, begin, end.
const vtecPattern =
  /\/([OTEX])\.([A-Z]{3})\.([A-Z]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\//;
const readVtec = (value: unknown): Vtec[] =>
  many(value).flatMap((each) => {
    const m = vtecPattern.exec(text(each));
    return m ? [{ action: m[2]!, event: m.slice(3, 7).join(".") }] : [];
  });
const isTestVtec = (value: unknown) => many(value).some((each) => /^\/[TEX]\./.test(text(each)));
const typeOf = (value: unknown): AlertMessage["type"] => {
  const word = lower(value);
  return word === "alert" || word === "update" || word === "cancel" ? word : "other";
};

/** What of an area could be read, and a sentence for each outline that could not. */
type AreaRead = { area: Area; unread: string[] };

// Each outline by itself: a bad one takes neither its neighbours nor the warning with it.
const nwsArea = (geometry: unknown): AreaRead => {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  const parts =
    type === "MultiPolygon" && Array.isArray(coordinates)
      ? coordinates.map((one: unknown) => ({ type: "Polygon", coordinates: one }))
      : geometry
        ? [geometry]
        : [];
  const polygons: Polygon[] = [];
  const unread: string[] = [];
  for (const part of parts) {
    const read = readGeometry(part);
    if (!read.ok) unread.push(read.problem);
    else if (read.value.type === "MultiPolygon") polygons.push(...read.value.coordinates);
    else unread.push("A point is no area.");
  }
  return { area: { polygons, circles: [] }, unread };
};

const readNws = (feature: Json): AlertMessage | string => {
  const p = (feature["properties"] ?? {}) as Json;
  const geocode = (p["geocode"] ?? {}) as Json;
  const parameters = (p["parameters"] ?? {}) as Json;
  const identifier = text(p["id"]);
  const sentAt = instant(p["sent"]);
  if (!identifier || !sentAt) return "The message has no identifier or no time of sending.";
  return {
    identifier,
    sender: text(p["senderName"]) || text(p["sender"]),
    sentAt,
    type: typeOf(p["messageType"]),
    test: lower(p["status"]) !== "actual" || isTestVtec(parameters["VTEC"]),
    references: many(p["references"] as Json[]).map((each) => text(each["identifier"])),
    event: text(p["event"]),
    severity: lower(p["severity"]),
    urgency: lower(p["urgency"]),
    certainty: lower(p["certainty"]),
    headline: text(p["headline"]),
    description: text(p["description"]),
    instruction: text(p["instruction"]),
    areaText: text(p["areaDesc"]),
    onsetAt: instant(p["onset"]),
    endsAt: instant(p["ends"]) ?? instant(p["expires"]),
    codes: many(geocode["SAME"] as string[]).map(text),
    vtec: readVtec(parameters["VTEC"]),
    ...nwsArea(feature["geometry"]),
  };
};

// CAP writes latitude first; degrees, and kilometers of a circle.
const capRing = (line: unknown) =>
  readRing(
    text(line)
      .split(/\s+/)
      .map((pair): Vertex => {
        const [latitude, longitude] = pair.split(",").map(Number);
        return [longitude ?? NaN, latitude ?? NaN];
      }),
  );

const capCircle = (line: unknown) => {
  const [latitude = NaN, longitude = NaN, kilometers = NaN] = text(line)
    .split(/[\s,]+/)
    .map(Number);
  return { center: { latitude, longitude }, radius: kilometers * 1000 };
};
const isCircle = ({ center, radius }: ReturnType<typeof capCircle>): boolean =>
  radius >= 0 && Math.abs(center.latitude) <= 90 && Math.abs(center.longitude) <= 180;

const capArea = (areas: readonly Json[]): AreaRead => {
  const rings = areas.flatMap((area) => many(area["polygon"] as string)).map(capRing);
  const circles = areas.flatMap((area) => many(area["circle"] as string)).map(capCircle);
  return {
    area: {
      polygons: rings.flatMap((ring): Polygon[] => (ring.ok ? [[ring.value]] : [])),
      circles: circles.filter((circle) => isCircle(circle) && circle.radius > 0),
    },
    unread: [
      ...rings.flatMap((ring) => (ring.ok ? [] : [ring.problem])),
      ...circles.flatMap((one) => (isCircle(one) ? [] : ["A circle has no centre or radius."])),
    ],
  };
};
const named = (list: readonly Json[], name: string) =>
  list.filter((each) => text(each["valueName"]) === name).map((each) => text(each["value"]));

const readCap = (alert: Json): AlertMessage | string => {
  const identifier = text(alert["identifier"]);
  const sentAt = instant(alert["sent"]);
  if (!identifier || !sentAt) return "The message has no identifier or no time of sending.";
  const infos = many<Json>(alert["info"] as Json);
  const info = infos.find((each) => lower(each["language"]).startsWith("en")) ?? infos[0] ?? {};
  const areas = many<Json>(info["area"] as Json);
  const vtec = named(many<Json>(info["parameter"] as Json), "VTEC");
  return {
    identifier,
    sender: text(info["senderName"]) || text(alert["sender"]),
    sentAt,
    type: typeOf(alert["msgType"]),
    test: lower(alert["status"]) !== "actual" || isTestVtec(vtec),
    references: text(alert["references"])
      .split(/\s+/)
      .map((triple) => triple.split(",")[1] ?? "")
      .filter(Boolean),
    event: text(info["event"]),
    severity: lower(info["severity"]),
    urgency: lower(info["urgency"]),
    certainty: lower(info["certainty"]),
    headline: text(info["headline"]),
    description: text(info["description"]),
    instruction: text(info["instruction"]),
    areaText: areas.map((each) => text(each["areaDesc"])).join("; "),
    onsetAt: instant(info["onset"]) ?? instant(info["effective"]),
    endsAt: instant(info["expires"]),
    codes: areas.flatMap((each) => named(many<Json>(each["geocode"] as Json), "SAME")),
    vtec: readVtec(vtec),
    ...capArea(areas),
  };
};

const parser = () =>
  new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: true,
    processEntities: false,
    parseTagValue: false,
  });
const done = (body: string, read: AlertMessage | string): ReadMessage =>
  typeof read === "string"
    ? { body, message: null, problem: read }
    : { body, message: read, problem: null };
const unread = (body: string, problem: string): ReadMessage[] => [{ body, message: null, problem }];

const readXml = (body: string): ReadMessage[] => {
  if (/<!(DOCTYPE|ENTITY)/i.test(body))
    return unread(body, "XML with a document type or entities of its own is not read.");
  const root = parser().parse(body, true) as Json;
  if (root["alert"]) return [done(body, readCap(root["alert"] as Json))];
  const entries = many<Json>(((root["feed"] ?? {}) as Json)["entry"] as Json);
  const alerts = entries.map((entry) => {
    const content = entry["content"] as Json | undefined;
    return (content?.["alert"] ?? entry["alert"]) as Json | undefined;
  });
  if (!alerts.length) return root["feed"] ? [] : unread(body, "This holds no CAP alert.");
  return alerts.map((alert) =>
    alert
      ? done(JSON.stringify(alert), readCap(alert))
      : { body, message: null, problem: "An entry of the feed holds no CAP alert." },
  );
};

const readJson = (body: string): ReadMessage[] => {
  const value = JSON.parse(body) as Json;
  const features =
    value["type"] === "FeatureCollection" ? many<Json>(value["features"] as Json) : [value];
  return features.map((feature) => done(JSON.stringify(feature), readNws(feature)));
};

/**
 * The messages of a text: NWS GeoJSON, one CAP 1.2 alert, or an Atom feed of them. What cannot be
 * read comes back with the reason, the rest beside it.
 */
export const readMessages = (body: string): ReadMessage[] => {
  if (body.length > most)
    return unread(body.slice(0, 2000), "The message is longer than 10 MB; its beginning is kept.");
  try {
    return body.trimStart().startsWith("<") ? readXml(body) : readJson(body);
  } catch {
    return unread(
      body,
      "This is neither CAP 1.2 in XML nor GeoJSON of the National Weather Service.",
    );
  }
};
