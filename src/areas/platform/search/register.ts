import type { FoundKind } from "#kernel/area.ts";
import type { Permission } from "#kernel/access.ts";
import { isUnbuilt, pages, type PageEntry } from "#areas.ts";
import { foundKindsOf } from "#found-kinds.data.ts";
import { pageWords } from "#page-words.data.ts";

/**
 * The one register of what is found by words: kinds of records, pages, and what can be begun.
 * Palette, search and assistant read it.
 */
export const foundKinds: readonly (readonly [kind: string, FoundKind])[] =
  Object.entries<FoundKind>(foundKindsOf);

/** Something that somebody begins: what it says, where, and what they must hold. */
type Beginning = { label: string; to: string; permission: Permission };

/** "New purchase order": only the first letter of what it is called becomes small. */
const newOf = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? `New ${label}` : `New ${label[0]!.toLowerCase()}${label.slice(1)}`;

/** Everything that can be begun on a page of its own, in the order of the kinds. */
export const beginnings: readonly Beginning[] = foundKinds.flatMap(([, { label, begins }]) =>
  begins ? [{ label: newOf(label), to: begins.at, permission: begins.with }] : [],
);

const begun = new Set(beginnings.map(({ to }) => to));
/** Pages that one reaches by their names: those of a record or a letter's link are not among them. */
export const namedPages: readonly (PageEntry & { soon: boolean; also: string })[] = pages
  .filter((page) => !page.path.includes(":") && page.frame !== "bare" && !begun.has(page.path))
  .map((page) => ({
    ...page,
    soon: isUnbuilt(page.path),
    also: pageWords[page.path] ?? "",
  }));

/**
 * How well words name something, 0 the best; null where they do not: the whole name, its beginning,
 * words of it, words of its other names, words of what it stands under.
 */
export const rankOf = (
  text: string,
  { name, also = "", under = "" }: { name: string; also?: string; under?: string },
): number | null => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const title = name.toLowerCase();
  const all = (said: string) => words.every((word) => said.includes(word));
  const asked = words.join(" ");
  if (title === asked) return 0;
  if (title.startsWith(asked)) return 1;
  if (all(title)) return 2;
  if (all(`${title} ${also.toLowerCase()}`)) return 3;
  return all(`${title} ${also.toLowerCase()} ${under.toLowerCase()}`) ? 4 : null;
};
