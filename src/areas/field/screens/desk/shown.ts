import { keyInWords } from "#kernel/words.ts";

const ids = /^([0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27})$/;

// As statuses are written: in_progress.
const codes = /^[a-z]+(_[a-z]+)+$/;

// Fields whose values are one word of a code.
const coded = new Set(["action", "kind", "status"]);

/** A value of a field of a capture as people read it. */
export const shownField = (field: string, value: unknown): string =>
  coded.has(field) && typeof value === "string" && value !== ""
    ? keyInWords(value.replaceAll("_", " "))
    : shownValue(value);

/** A value of a capture as people read it; ids and hashes say nothing to them and are left out. */
const shownValue = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string")
    return ids.test(value)
      ? ""
      : codes.test(value)
        ? keyInWords(value.replaceAll("_", " "))
        : value;
  if (Array.isArray(value))
    return value
      .map(shownValue)
      .filter((text) => text !== "" && text !== "–")
      .join("\n");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, each]) => [keyInWords(key), shownField(key, each)] as const)
      .filter(([, text]) => text !== "" && text !== "–")
      .map(([label, text]) => `${label}: ${text}`)
      .join("; ");
  return String(value);
};

/** A value that can be corrected: its path in the values, and what it is called. */
export type Leaf = { path: string; label: string; kind: "text" | "number" | "boolean" };

const leafOf = (path: string, label: string, value: unknown): Leaf[] => {
  if (typeof value === "number") return [{ path, label, kind: "number" }];
  if (typeof value === "boolean") return [{ path, label, kind: "boolean" }];
  if (typeof value === "string") return ids.test(value) ? [] : [{ path, label, kind: "text" }];
  if (Array.isArray(value))
    return value.flatMap((each, at) => leafOf(`${path}.${at}`, `${label} ${at + 1}`, each));
  if (value !== null && typeof value === "object")
    return Object.entries(value).flatMap(([key, each]) =>
      leafOf(`${path}.${key}`, `${label}: ${keyInWords(key).toLowerCase()}`, each),
    );
  return [];
};

/** What of a capture's values can be corrected in words and numbers, in their order. */
export const leavesOf = (values: Readonly<Record<string, unknown>>): Leaf[] =>
  Object.entries(values).flatMap(([key, value]) => leafOf(key, keyInWords(key), value));

/** Values as a form gives them back, each of the sort that it was. */
export const typedAs = (was: unknown, given: unknown): unknown => {
  if (typeof was === "number") return given === "" ? null : Number(given);
  if (Array.isArray(was)) return was.map((each, at) => typedAs(each, (given as unknown[])[at]));
  if (was !== null && typeof was === "object")
    return Object.fromEntries(
      Object.entries(was).map(([key, each]) => [
        key,
        typedAs(each, (given as Record<string, unknown>)[key]),
      ]),
    );
  return given;
};
