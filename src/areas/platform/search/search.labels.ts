import { byPlace, type AreaManifest } from "#kernel/area.ts";
import { areas } from "#areas.ts";

type Area = (typeof areas)[number];
export type SearchKind = Area extends infer A
  ? A extends { readonly searches: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;
/** The nouns that one search reaches. */
export const searchKinds = Object.fromEntries(
  byPlace<{ place: number; label: string }>(
    Object.assign({}, ...(areas as readonly AreaManifest[]).map((area) => area.searches ?? {})),
  ).map(([kind, { label }]) => [kind, label]),
) as Record<SearchKind, string>;
