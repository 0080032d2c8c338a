import { invalidField } from "#kernel/errors.ts";
import type { Proposal } from "#kernel/proposal.ts";

type Edit = { path: string; value: string };

const put = (inside: unknown, [key, ...rest]: readonly string[], text: string | null): unknown => {
  if (key === undefined)
    return text !== null && typeof inside === "number" && /^-?\d+$/.test(text)
      ? Number(text)
      : text;
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
  const places = new Map(changes.map((change) => [change.path, change]));
  return edits.reduce<Record<string, unknown>>((before, { path, value }, at) => {
    const change = places.get(path);
    if (!change) throw invalidField(`edits.${at}.path`, "The proposal names no such value.");
    // What is chosen from a list and left empty names nothing.
    const none = value === "" && change.optional && change.choices;
    return put(before, path.split("."), none ? null : value) as Record<string, unknown>;
  }, body);
};
