import { XMLParser } from "fast-xml-parser";
import type { Area, Polygon, Vertex } from "#kernel/geo/area.ts";
import { readGeometry, readRing } from "#kernel/geo/geojson.ts";
import type { AlertMessage, Reference, Vtec } from "./alert-message.model.ts";
import { actionOf } from "./vtec.data.ts";

export type ReadMessage = { body: string; message: AlertMessage | null; problem: string | null };
type Json = Record<string, unknown>;

const most = 10_000_000;
// What the database cannot hold is left out: a sign of a message never keeps the message out.
const plain = (value: string): string =>
  value.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "\uFFFD");
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? plain(String(value)).trim() : "";
const many = <T>(value: T | readonly T[] | undefined | null): readonly T[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as T];
const lower = (value: unknown) => text(value).toLowerCase() || "unknown";
const instant = (value: unknown): string | null => {
  const at = Date.parse(text(value));
  if (Number.isNaN(at)) return null;
  const read = new Date(at);
  const year = read.getUTCFullYear();
  return year >= 1900 && year <= 2200 ? read.toISOString() : null;
};
/** So long an identifier may be; a longer one is none. */
const longest = 300;

// /O.NEW.KMPX.FL.W.0012.261113T0000Z-261115T0000Z/: class, action, office, phenomenon,
// significance, number, begin, end. The end is zeros where it holds until further notice.
const vtecPattern =
  /\/([OTE])\.([A-Z]{3})\.([A-Z]{4})\.([A-Z0-9]{2})\.([A-Z0-9])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\//;
const vtecEnd = (time: string): string | null => {
  const [, year, month, date, hour, minute] = /^(\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)Z$/.exec(time) ?? [];
  return month === "00" ? null : instant(`20${year}-${month}-${date}T${hour}:${minute}:00Z`);
};
// Of the class X the string is on trial and its product is not: only the product counts.
const readVtec = (value: unknown): Vtec[] =>
  many(value).flatMap((each) => {
    const m = vtecPattern.exec(text(each));
    return m ? [{ action: m[2]!, event: m.slice(3, 7).join("."), endsAt: vtecEnd(m[8]!) }] : [];
  });
const isTestVtec = (value: unknown) => many(value).some((each) => /^\/[TE]\./.test(text(each)));

/**
 * When a warning ends: as it says, else when its events do, none of which may hold until further
 * notice; a message of no event ends when its text does (NWSI 10-1703, 1.7: the text of a long event
 * runs out long before the event).
 */
const endOf = (said: string | null, vtec: readonly Vtec[], expires: string | null) => {
  const standing = vtec.filter(({ action }) => actionOf(action).does === "stands");
  if (said || !standing.length) return said ?? expires;
  const ends = standing.map(({ endsAt }) => endsAt);
  return ends.includes(null) ? null : ends.reduce((a, b) => (a! > b! ? a : b))!;
};
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

const nameless = "The message has no identifier or no time of sending.";
const tooLong = `The identifier is longer than ${longest} characters.`;
const named = (references: readonly Reference[]): Reference[] =>
  references.filter(({ identifier }) => identifier && identifier.length <= longest);

const readNws = (feature: Json): AlertMessage | string => {
  const p = (feature["properties"] ?? {}) as Json;
  const geocode = (p["geocode"] ?? {}) as Json;
  const parameters = (p["parameters"] ?? {}) as Json;
  const identifier = text(p["id"]);
  const sentAt = instant(p["sent"]);
  if (!identifier || !sentAt) return nameless;
  if (identifier.length > longest) return tooLong;
  const vtec = readVtec(parameters["VTEC"]);
  return {
    identifier,
    issuer: text(p["sender"]).slice(0, 200),
    sender: text(p["senderName"]) || text(p["sender"]),
    sentAt,
    type: typeOf(p["messageType"]),
    test: lower(p["status"]) !== "actual" || isTestVtec(parameters["VTEC"]),
    references: named(
      many(p["references"] as Json[]).map((each) => ({
        identifier: text(each["identifier"]),
        issuer: text(each["sender"]),
      })),
    ),
    event: text(p["event"]),
    severity: lower(p["severity"]),
    urgency: lower(p["urgency"]),
    certainty: lower(p["certainty"]),
    headline: text(p["headline"]),
    description: text(p["description"]),
    instruction: text(p["instruction"]),
    areaText: text(p["areaDesc"]),
    onsetAt: instant(p["onset"]) ?? instant(p["effective"]),
    endsAt: endOf(instant(p["ends"]), vtec, instant(p["expires"])),
    codes: many(geocode["SAME"] as string[])
      .map(text)
      .filter(Boolean),
    zones: many(geocode["UGC"] as string[])
      .map(text)
      .filter(Boolean),
    vtec,
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
const valuesOf = (list: readonly Json[], name: string) =>
  list.filter((each) => text(each["valueName"]) === name).map((each) => text(each["value"]));

const readCap = (alert: Json): AlertMessage | string => {
  const identifier = text(alert["identifier"]);
  const sentAt = instant(alert["sent"]);
  if (!identifier || !sentAt) return nameless;
  if (identifier.length > longest) return tooLong;
  const infos = many<Json>(alert["info"] as Json);
  const info = infos.find((each) => lower(each["language"]).startsWith("en")) ?? infos[0] ?? {};
  const areas = many<Json>(info["area"] as Json);
  const parameters = many<Json>(info["parameter"] as Json);
  const strings = valuesOf(parameters, "VTEC");
  const vtec = readVtec(strings);
  const [ending] = valuesOf(parameters, "eventEndingTime");
  const geocodes = areas.flatMap((each) => many<Json>(each["geocode"] as Json));
  return {
    identifier,
    issuer: text(alert["sender"]).slice(0, 200),
    sender: text(info["senderName"]) || text(alert["sender"]),
    sentAt,
    type: typeOf(alert["msgType"]),
    test: lower(alert["status"]) !== "actual" || isTestVtec(strings),
    references: named(
      text(alert["references"])
        .split(/\s+/)
        .map((triple) => triple.split(","))
        .map(([issuer = "", identifier = ""]) => ({ issuer, identifier })),
    ),
    event: text(info["event"]),
    severity: lower(info["severity"]),
    urgency: lower(info["urgency"]),
    certainty: lower(info["certainty"]),
    headline: text(info["headline"]),
    description: text(info["description"]),
    instruction: text(info["instruction"]),
    areaText: areas.map((each) => text(each["areaDesc"])).join("; "),
    onsetAt: instant(info["onset"]) ?? instant(info["effective"]),
    endsAt: endOf(instant(ending), vtec, instant(info["expires"])),
    codes: valuesOf(geocodes, "SAME").filter(Boolean),
    zones: valuesOf(geocodes, "UGC").filter(Boolean),
    vtec,
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
// One that cannot be read takes none of its neighbours with it.
const one = (
  value: Json,
  read: (value: Json) => AlertMessage | string,
  raw?: string,
): ReadMessage => {
  const body = plain(raw ?? JSON.stringify(value));
  try {
    const message = read(value);
    return typeof message === "string"
      ? { body, message: null, problem: message }
      : { body, message, problem: null };
  } catch {
    return { body, message: null, problem: "A part of the message is not what it should be." };
  }
};
const unread = (body: string, problem: string): ReadMessage[] => [{ body, message: null, problem }];

const readXml = (body: string): ReadMessage[] => {
  if (/<!(DOCTYPE|ENTITY)/i.test(body))
    return unread(body, "XML with a document type or entities of its own is not read.");
  const root = parser().parse(body, true) as Json;
  if (root["alert"]) return [one(root["alert"] as Json, readCap, body)];
  const entries = many<Json>(((root["feed"] ?? {}) as Json)["entry"] as Json);
  const alerts = entries.map((entry) => {
    const content = entry["content"] as Json | undefined;
    return (content?.["alert"] ?? entry["alert"]) as Json | undefined;
  });
  if (!alerts.length) return root["feed"] ? [] : unread(body, "This holds no CAP alert.");
  return alerts.map((alert) =>
    alert
      ? one(alert, readCap)
      : { body, message: null, problem: "An entry of the feed holds no CAP alert." },
  );
};

const readJson = (body: string): ReadMessage[] => {
  const value = JSON.parse(body) as Json;
  const features =
    value["type"] === "FeatureCollection" ? many<Json>(value["features"] as Json) : [value];
  return features.map((feature) => one(feature, readNws));
};

/**
 * The messages of a text: NWS GeoJSON, one CAP 1.2 alert, or an Atom feed of them. What cannot be
 * read comes back with the reason, the rest beside it.
 */
export const readMessages = (given: string): ReadMessage[] => {
  const body = plain(given);
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
