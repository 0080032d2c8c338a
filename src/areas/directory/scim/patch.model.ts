import { matches, parseFilter, stepsOf, type Filter } from "./filter.model.ts";
import { refuse } from "./refusal.ts";
import {
  booleanOf,
  complexOf,
  enterpriseSchema,
  enterpriseShape,
  isObject,
  multiOf,
  spelled,
  subOf,
  textOf,
  type Attributes,
  type Shape,
} from "./resource.model.ts";

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ops = ["add", "remove", "replace"] as const;
type Op = (typeof ops)[number];

type Place = {
  shape: Shape;
  /** Below the extension's name, where there is one. */
  extension: boolean;
  name: string;
  filter: Filter | null;
  sub: string | null;
};

const invalidPath = (path: string): never =>
  refuse("invalidPath", `There is no attribute at ${path}.`);

/** "emails[type eq \"work\"].value", "urn:…:User:department", "name.givenName". */
const placeOf = (shape: Shape, path: string): Place => {
  if (path.toLowerCase() === enterpriseSchema.toLowerCase())
    return { shape, extension: false, name: enterpriseSchema, filter: null, sub: null };
  const parts = /^([^[]*)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s.exec(path.trim());
  if (!parts) return invalidPath(path);
  const steps = stepsOf(parts[1]!);
  const extension = steps[0] === enterpriseSchema;
  const [first = "", inner] = extension ? steps.slice(1) : steps;
  const within = extension ? enterpriseShape : shape;
  const name = spelled(within, first) ?? invalidPath(path);
  if (within[name] === "ignored")
    return refuse("mutability", `${name} is not changed from outside.`);
  if (steps.length > (extension ? 3 : 2)) return invalidPath(path);
  const filter = parts[2] === undefined ? null : parseFilter(parts[2]);
  if (filter && within[name] !== "multi") return invalidPath(path);
  return { shape: within, extension, name, filter, sub: parts[3] ?? inner ?? null };
};

const empty = (value: unknown): boolean => value === null || value === undefined || value === "";

const put = (held: Attributes, name: string, value: unknown): void => {
  if (empty(value)) delete held[name];
  else held[name] = value;
};

const complex = (held: Attributes, { name, sub }: Place, op: Op, value: unknown): void => {
  const before = isObject(held[name]) ? held[name] : {};
  if (op === "remove" || empty(value)) {
    if (sub === null) delete held[name];
    else {
      const [key] = subOf(sub, "");
      const { [key]: _gone, ...rest } = before;
      held[name] = rest;
    }
    return;
  }
  if (sub === null) {
    held[name] = { ...(op === "add" ? before : {}), ...complexOf(name, value) };
    return;
  }
  const [key, part] = subOf(sub, value);
  held[name] = { ...before, [key]: part };
};

const keyOf = (one: Attributes): string => `${String(one["value"])} ${String(one["type"] ?? "")}`;

/** A value that a filter describes: `type eq "work"` makes one of that type. */
const madeBy = (filter: Filter): Attributes =>
  filter.op === "eq" && !filter.path.includes(".")
    ? Object.fromEntries([subOf(filter.path, filter.value)])
    : filter.op === "and"
      ? { ...madeBy(filter.left), ...madeBy(filter.right) }
      : refuse("noTarget", "No value fits this filter.");

const severalByFilter = (
  all: Attributes[],
  { name, filter, sub }: Place,
  op: Op,
  value: unknown,
): Attributes[] => {
  const fits = (one: Attributes) => matches(filter!, one);
  if (op === "remove" || empty(value)) {
    if (sub === null) return all.filter((one) => !fits(one));
    const [key] = subOf(sub, sub.toLowerCase() === "primary" ? true : "");
    return all.map((one) =>
      fits(one) ? Object.fromEntries(Object.entries(one).filter(([part]) => part !== key)) : one,
    );
  }
  const change = sub === null ? complexOf(name, value) : Object.fromEntries([subOf(sub, value)]);
  // Directories replace a value that was never there: it is made.
  return all.some(fits)
    ? all.map((one) => (fits(one) ? { ...one, ...change } : one))
    : [...all, { ...madeBy(filter!), ...change }];
};

const several = (held: Attributes, place: Place, op: Op, value: unknown): void => {
  const { name, filter, sub } = place;
  const before = Array.isArray(held[name]) ? (held[name] as Attributes[]) : [];
  const next = (): Attributes[] => {
    if (filter) return severalByFilter(before, place, op, value);
    if (sub !== null) {
      const part = Object.fromEntries([subOf(sub, value)]);
      return before.map((one) => ({ ...one, ...part }));
    }
    if (op === "remove") {
      if (empty(value)) return [];
      const gone = new Set(multiOf(name, value).map((one) => one["value"]));
      return before.filter((one) => !gone.has(one["value"]));
    }
    const given = empty(value) ? [] : multiOf(name, value);
    if (op === "replace") return given;
    const known = new Map([...before, ...given].map((one) => [keyOf(one), one]));
    return [...known.values()];
  };
  const after = next();
  if (after.length > 0) held[name] = after;
  else delete held[name];
};

const applyAt = (attributes: Attributes, place: Place, op: Op, value: unknown): void => {
  const { shape, extension, name, sub } = place;
  const held: Attributes = extension
    ? { ...(isObject(attributes[enterpriseSchema]) ? attributes[enterpriseSchema] : {}) }
    : attributes;
  const kind = shape[name]!;
  if (kind === "multi") several(held, place, op, value);
  else if (kind === "complex") complex(held, place, op, value);
  else if (sub !== null) invalidPath(`${name}.${sub}`);
  else if (op === "remove") delete held[name];
  else
    put(
      held,
      name,
      empty(value) ? null : kind === "boolean" ? booleanOf(name, value) : textOf(name, value),
    );
  if (extension) attributes[enterpriseSchema] = held;
};

const operationsOf = (body: unknown): { op: Op; path: string | null; value: unknown }[] => {
  if (!isObject(body)) return refuse("invalidSyntax", "Send an object.");
  const schemas = body["schemas"];
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    return refuse("invalidSyntax", `schemas names ${patchSchema}.`);
  const list = body["Operations"] ?? body["operations"];
  if (!Array.isArray(list) || list.length === 0 || list.length > 1000)
    return refuse("invalidSyntax", "Operations is a list of 1 to 1000.");
  return list.map((one: unknown) => {
    if (!isObject(one)) return refuse("invalidSyntax", "An operation is an object.");
    const op = ops.find((each) => each === String(one["op"]).toLowerCase());
    if (!op) return refuse("invalidSyntax", `There is no operation ${String(one["op"])}.`);
    const path = one["path"];
    if (path !== undefined && path !== null && typeof path !== "string")
      return refuse("invalidPath", "A path is a text.");
    return { op, path: path ? path : null, value: one["value"] };
  });
};

/**
 * What a PATCH makes of attributes (RFC 7644 section 3.5.2), also as directories send it: operations
 * in any case, values without a path whose names are paths, booleans as texts. 400 for what is not
 * known; nothing of the request holds then.
 */
export const patched = (shape: Shape, before: Attributes, body: unknown): Attributes => {
  const attributes = structuredClone(before);
  for (const { op, path, value } of operationsOf(body)) {
    if (path !== null) applyAt(attributes, placeOf(shape, path), op, value);
    else if (op === "remove") refuse("noTarget", "Say what is removed.");
    else if (!isObject(value)) refuse("invalidValue", "Without a path the value is an object.");
    else
      for (const [name, part] of Object.entries(value)) {
        if (spelled(shape, name) !== undefined && shape[spelled(shape, name)!] === "ignored")
          continue;
        if (name.toLowerCase() === enterpriseSchema.toLowerCase() && isObject(part))
          for (const [inner, one] of Object.entries(part))
            applyAt(attributes, placeOf(shape, `${enterpriseSchema}:${inner}`), op, one);
        else applyAt(attributes, placeOf(shape, name), op, part);
      }
  }
  return attributes;
};
