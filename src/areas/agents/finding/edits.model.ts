import { invalidField } from "#kernel/errors.ts";
import type { Proposal } from "#kernel/proposal.ts";

type Edit = { path: string; value: string };

const put = (inside: unknown, [key, ...rest]: readonly string[], text: string): unknown => {
  if (key === undefined)
    return typeof inside === "number" && /^-?\d+$/.test(text) ? Number(text) : text;
  if (Array.isArray(inside))
    return inside.map((each, at) => (String(at) === key ? put(each, rest, text) : each));
  const object = (inside ?? {}) as Record<string, unknown>;
  return { ...object, [key]: put(object[key], rest, text) };
};

/**
 * The body of a proposal with what a person corrected. Only places that the proposal names are
 * taken: a person changes values, never what is called. @throws 422 for another place.
 */
export const editedBody = (
  { body, changes }: Proposal,
  edits: readonly Edit[],
): Record<string, unknown> => {
  const places = new Set(changes.map(({ path }) => path));
  return edits.reduce<Record<string, unknown>>((before, { path, value }, at) => {
    if (!places.has(path))
      throw invalidField(`edits.${at}.path`, "The proposal names no such value.");
    return put(before, path.split("."), value) as Record<string, unknown>;
  }, body);
};
