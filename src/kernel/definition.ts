import { keyInWords } from "./words.ts";
import type { Tone } from "./lifecycle.ts";

/**
 * How a version of a definition stands. A draft may be changed; what is in force and what is
 * retired stays as it was published.
 */
export const definitionStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  published: { label: "In force", tone: "success" },
  retired: { label: "Retired", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
type DefinitionStatus = keyof typeof definitionStatuses;

/**
 * A version of a definition beside its body. `definitionId` is the family: the same for all
 * versions; `versionNo` counts within it from 1; `version` counts changes of the row (If-Match).
 */
export type DefinitionHead = {
  id: string;
  definitionId: string;
  versionNo: number;
  name: string;
  status: DefinitionStatus;
  publishedAt: string | null;
  version: number;
};

/**
 * One line of what must hold before a draft is published. `path`: the field of the body that it is
 * about, as in `errors` of a refusal.
 */
export type PublishCheck = { sentence: string; ok: boolean; path: string };

/** A line of what a version says: where it stands, in words, and its value as text. */
export type Fact = readonly [path: string, value: string];

/** A line in which two versions differ; null: it does not stand there. */
export type Difference = { path: string; before: string | null; after: string | null };

/** A version as a file: which kind it is, in which form, and its content without anybody's ids. */
export type DefinitionFile = { schema: string; schemaVersion: number; definition: unknown };

/** Where two versions differ, in the order of the first one; lines of the second alone come last. */
export const differencesBetween = (
  before: readonly Fact[],
  after: readonly Fact[],
): Difference[] => {
  const [old, now] = [new Map(before), new Map(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((each) => each.before !== each.after);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// What tells entries of a list apart whatever their place, so that one put in before the others is
// one difference. Null where that is not the same for all: then it is their place.
const namesOf = (list: readonly unknown[]): string[] | null => {
  for (const key of ["key", "id", "code", "name"]) {
    const names = list.map((each) => (isObject(each) ? each[key] : undefined));
    const told = names.every((name) => typeof name === "string" && name !== "");
    if (told && new Set(names).size === list.length) return names as string[];
  }
  return null;
};

const textOf = (value: unknown): string =>
  value === true ? "yes" : value === false ? "no" : String(value);

/**
 * What a body says, line by line: "Steps › Manager › Due hours" is "72". Entries of a list go by
 * their key, id, code or name where each has its own, else by their place. Nulls and empty lists
 * say nothing.
 */
export const factsOfBody = (body: unknown, path: readonly string[] = []): Fact[] => {
  const at = (key: string, value: unknown) => factsOfBody(value, [...path, key]);
  if (body === null || body === undefined) return [];
  if (Array.isArray(body)) {
    if (!body.some((each) => typeof each === "object" && each !== null))
      return body.length ? [[path.join(" › "), body.map(textOf).join(", ")]] : [];
    const names = namesOf(body);
    return body.flatMap((each, place) => at(names?.[place] ?? String(place + 1), each));
  }
  if (isObject(body))
    return Object.entries(body).flatMap(([key, value]) => at(keyInWords(key), value));
  return [[path.join(" › "), textOf(body)]];
};

/**
 * Paths of what stands in `given` and not in `known`, which is the same after a schema took what it
 * knows: "steps.0.colour".
 */
export const unknownPaths = (given: unknown, known: unknown, path = ""): string[] => {
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (Array.isArray(given) && Array.isArray(known))
    return given.flatMap((each, place) => unknownPaths(each, known[place], at(place)));
  if (!isObject(given) || !isObject(known)) return [];
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(known, key) ? unknownPaths(value, known[key], at(key)) : [at(key)],
  );
};
