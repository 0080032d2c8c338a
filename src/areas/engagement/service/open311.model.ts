import { openStatus, type PublicRequest } from "./service.model.ts";

/** Open311 GeoReport v2 (wiki.open311.org/GeoReport_v2): XML is required, JSON optional. */
export const formats = ["json", "xml"] as const;
export type Format = (typeof formats)[number];

type Value = string | number | boolean | null;
export type Item = Record<string, Value>;

const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
const element = ([name, value]: [string, Value]) =>
  value === null || value === "" ? `<${name}/>` : `<${name}>${escaped(String(value))}</${name}>`;

/** A list as GeoReport writes it: `<services><service>…`, or a JSON array. */
export const written = (
  format: Format,
  list: string,
  item: string,
  items: readonly Item[],
): string =>
  format === "json"
    ? JSON.stringify(items)
    : `<?xml version="1.0" encoding="utf-8"?>\n<${list}>${items.map((each) => `<${item}>${Object.entries(each).map(element).join("")}</${item}>`).join("")}</${list}>\n`;

export const typeOf = (format: Format): string =>
  format === "json" ? "application/json; charset=utf-8" : "text/xml; charset=utf-8";

/** The format of an address of ours: what it ends with, XML where it names none (GeoReport requires it). */
export const formatOf = (path: string): Format => (path.endsWith(".json") ? "json" : "xml");

/** A refusal as GeoReport writes it: a list of errors; what is not valid is 400 there. */
export const refusal = (format: Format, status: number, problems: readonly string[]): string =>
  written(
    format,
    "errors",
    "error",
    problems.map((description) => ({ code: status, description })),
  );

/** A service as GeoReport lists it; no service asks for further attributes. */
export const serviceItem = (s: {
  code: string;
  name: string;
  description: string;
  category: string;
}): Item => ({
  service_code: s.code,
  service_name: s.name,
  description: s.description,
  metadata: false,
  type: "realtime",
  keywords: "",
  group: s.category,
});

/** A request as GeoReport shows it: two statuses, the public note, never who reported it. */
export const requestItem = (r: PublicRequest): Item => ({
  service_request_id: r.number,
  status: openStatus(r.status),
  status_notes: r.publicNote,
  service_name: r.serviceName,
  service_code: r.serviceCode,
  description: r.description,
  agency_responsible: r.agency,
  service_notice: null,
  requested_datetime: r.createdAt,
  updated_datetime: r.updatedAt,
  expected_datetime: r.expectedAt,
  address: r.address,
  address_id: null,
  zipcode: null,
  lat: r.latitude,
  long: r.longitude,
  media_url: null,
});
