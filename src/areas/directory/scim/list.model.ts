import { matches, parseFilter } from "./filter.model.ts";
import { mostCount } from "./discovery.model.ts";
import { refuse } from "./refusal.ts";
import type { Attributes } from "./resource.model.ts";

type Query = Readonly<Record<string, unknown>>;

const wholeOf = (query: Query, name: string, otherwise: number): number => {
  const said = query[name];
  if (said === undefined || said === "") return otherwise;
  return /^-?\d{1,9}$/.test(String(said))
    ? Number(said)
    : refuse("invalidValue", `${name} is a whole number.`);
};

const namesIn = (query: Query, name: string): string[] =>
  String(query[name] ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);

/** A resource as it is asked for: `attributes` alone, or without `excludedAttributes`. */
export const projected = (resource: Attributes, query: Query): Attributes => {
  const [only, but] = [namesIn(query, "attributes"), namesIn(query, "excludedAttributes")];
  const always = new Set(["schemas", "id", "meta"]);
  const names = only.map((each) => each.split(".")[0]!.split("[")[0]!);
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      if (always.has(key)) return true;
      return only.length > 0
        ? names.includes(name) || only.some((each) => each.startsWith(`${name}:`))
        : !but.includes(name);
    }),
  );
};

/** A page of resources, filtered; `startIndex` counts from 1. 400 for a filter that is not understood. */
export const pageOf = (resources: readonly Attributes[], query: Query): object => {
  const filter = query["filter"];
  const parsed = filter === undefined || filter === "" ? null : parseFilter(String(filter));
  const found = parsed ? resources.filter((each) => matches(parsed, each)) : resources;
  const startIndex = Math.max(1, wholeOf(query, "startIndex", 1));
  const count = Math.min(mostCount, Math.max(0, wholeOf(query, "count", 100)));
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: found.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((each) => projected(each, query)),
  };
};
