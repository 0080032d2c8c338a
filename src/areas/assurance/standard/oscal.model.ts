import type { ReadClause, StandardRead } from "./read.model.ts";
import { refuse } from "./read.model.ts";

// OSCAL catalogs in JSON (NIST, model version 1): groups and controls within each other to any depth.
type Json = Record<string, unknown>;
type Param = { text: string; at: string };
type Visit = { node: Json; kind: "group" | "clause"; parent: number | null; at: string };

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (node: Json, name: string, at: string): Json[] => {
  const value = node[name];
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isJson))
    throw refuse(`${at}.${name}`, "This is to be a list of objects.");
  return value;
};
const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const known = {
  node: new Set([
    "id",
    "class",
    "title",
    "params",
    "props",
    "links",
    "parts",
    "groups",
    "controls",
  ]),
  statement: new Set(["statement", "item"]),
  guidance: new Set(["guidance", "overview", "instruction"]),
  example: new Set(["example"]),
  method: new Set([
    ...["assessment", "assessment-objective", "objective", "assessment-method"],
    ...["assessment-objects", "objects"],
  ]),
};

const insertion = /\{\{\s*(?:insert:\s*param,\s*|insert:\s*|param:\s*)?([\w.:-]+)\s*\}\}/g;

const paramText = (param: Json): string => {
  const values = param.values;
  if (Array.isArray(values) && values.length > 0) return values.map(text).join(", ");
  const select = isJson(param.select) ? param.select : null;
  const choices = Array.isArray(select?.choice) ? select.choice.map(text) : [];
  if (choices.length > 0) {
    const many = text(select?.["how-many"]) === "one-or-more" ? " (one or more)" : "";
    return `[Selection${many}: ${choices.join("; ")}]`;
  }
  return `[Assignment: ${text(param.label) || text(param.id)}]`;
};

/** Puts parameters into a text, and theirs into them, until no insertion is left; a circle of them is refused. */
const inserterOf = (params: ReadonlyMap<string, Param>, unknown: Map<string, number>) => {
  const put = (given: string, within: readonly string[]): string =>
    given.replace(insertion, (_whole, id: string) => {
      const param = params.get(id);
      if (within.includes(id))
        throw refuse(param?.at ?? id, `The parameter ${id} is inserted into itself.`);
      if (!param) {
        unknown.set(`parameter ${id}`, (unknown.get(`parameter ${id}`) ?? 0) + 1);
        return `[Assignment: ${id}]`;
      }
      return put(param.text, [...within, id]);
    });
  return (given: string): string => put(given, []).trim();
};

const propOf = (node: Json, name: string, at: string): string => {
  const found = list(node, "props", at).filter((prop) => prop.name === name);
  const plain = found.find((prop) => text(prop.class) !== "zero-padded") ?? found[0];
  return text(plain?.value);
};

const collectParams = (visits: readonly Visit[], root: Json): Map<string, Param> => {
  const params = new Map<string, Param>();
  const take = (node: Json, at: string) =>
    list(node, "params", at).forEach((param, n) => {
      const place = `${at}.params[${n}]`;
      const id = text(param.id);
      if (id === "") throw refuse(place, "This parameter has no id.");
      if (params.has(id)) throw refuse(place, `The parameter ${id} stands twice.`);
      params.set(id, { text: paramText(param), at: place });
    });
  take(root, "catalog");
  for (const { node, at } of visits) take(node, at);
  return params;
};

type Said = { text: string[]; guidance: string[]; examples: string[]; methods: string[] };
type PartVisit = { part: Json; into: keyof Said | null; depth: number; at: string };

const intoOf = (name: string, before: keyof Said | null): keyof Said | null => {
  if (known.statement.has(name)) return before ?? "text";
  if (known.guidance.has(name)) return "guidance";
  if (known.example.has(name)) return "examples";
  return known.method.has(name) ? "methods" : null;
};

const partsOf = (node: Json, at: string, unknown: Map<string, number>): Said => {
  const said: Said = { text: [], guidance: [], examples: [], methods: [] };
  const visitsOf = (of: Json, into: keyof Said | null, depth: number, place: string): PartVisit[] =>
    list(of, "parts", place).map((part, n) => ({ part, into, depth, at: `${place}.parts[${n}]` }));
  const stack = visitsOf(node, null, 0, at).toReversed();
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { part, depth, at: place } = visit;
    const name = text(part.name);
    const into = intoOf(name, visit.into);
    if (!into) {
      const called = `part ${name || "without a name"}`;
      unknown.set(called, (unknown.get(called) ?? 0) + 1);
      continue;
    }
    const label = propOf(part, "label", place);
    const prose = text(part.prose);
    const line = [label, prose].filter(Boolean).join(" ");
    if (line) said[into].push(`${"  ".repeat(Math.max(0, depth - 1))}${line}`);
    stack.push(...visitsOf(part, into, depth + 1, place).toReversed());
  }
  return said;
};

// Every group and control in the order of the file, each behind its parent.
const visitsOf = (catalog: Json): Visit[] => {
  const visits: Visit[] = [];
  const childrenOf = (node: Json, parent: number | null, at: string): Visit[] => [
    ...list(node, "groups", at).map((each, n) => ({
      ...{ node: each, kind: "group" as const, parent, at: `${at}.groups[${n}]` },
    })),
    ...list(node, "controls", at).map((each, n) => ({
      ...{ node: each, kind: "clause" as const, parent, at: `${at}.controls[${n}]` },
    })),
  ];
  const stack = childrenOf(catalog, null, "catalog").toReversed();
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    visits.push(visit);
    stack.push(...childrenOf(visit.node, visits.length - 1, visit.at).toReversed());
  }
  return visits;
};

const parsed = (content: string): Json => {
  try {
    const value: unknown = JSON.parse(content);
    if (isJson(value) && isJson(value.catalog)) return value.catalog;
  } catch {
    const rest = content.trimEnd();
    throw refuse(
      `line ${rest.split("\n").length}`,
      "This is no whole JSON file: it is cut, or a bracket is missing before its end.",
    );
  }
  throw refuse("catalog", "This file holds no OSCAL catalog.");
};

/**
 * The clauses of an OSCAL catalog in JSON. Withdrawn ones are kept and not assessable; what no rule knows is
 * reported. 422 `standard_refused` with the place: a cut file, an id twice, a circle of parameters.
 */
export const readOscal = (content: string): StandardRead => {
  const catalog = parsed(content);
  const metadata = isJson(catalog.metadata) ? catalog.metadata : {};
  const visits = visitsOf(catalog);
  const unknown = new Map<string, number>();
  const insert = inserterOf(collectParams(visits, catalog), unknown);
  const ids = new Map<string, string>();
  const clauses = visits.map(({ node, kind, parent, at }, n): ReadClause => {
    const id = text(node.id) || (kind === "group" ? `group-${n + 1}` : "");
    if (id === "") throw refuse(at, "This control has no id.");
    const before = ids.get(id);
    if (before) throw refuse(at, `The clause ${id} stands twice: also at ${before}.`);
    ids.set(id, at);
    for (const name of Object.keys(node))
      if (!known.node.has(name)) unknown.set(name, (unknown.get(name) ?? 0) + 1);
    const said = partsOf(node, at, unknown);
    const withdrawn = propOf(node, "status", at).toLowerCase() === "withdrawn";
    const put = (lines: readonly string[]) => lines.map(insert).join("\n");
    return {
      ...{ parent, kind, withdrawn, class: text(node.class) },
      number: propOf(node, "label", at) || id.toUpperCase(),
      title: insert(text(node.title)) || id,
      text: put(said.text),
      more: {
        guidance: put(said.guidance),
        examples: said.examples.map(insert),
        methods: put(said.methods),
      },
    };
  });
  return {
    title: text(metadata.title),
    edition: text(metadata.version),
    clauses,
    unknown: [...unknown].map(([name, count]) => `${name}: ${count}`),
  };
};
