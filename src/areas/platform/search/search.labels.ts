import type { areas } from "#areas.ts";
import { foundKinds } from "./register.ts";

type Area = (typeof areas)[number];
export type SearchKind = Area extends infer A
  ? A extends { readonly searches: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;
/** The nouns that one search reaches. */
export const searchKinds = Object.fromEntries(
  foundKinds.map(([kind, { label }]) => [kind, label]),
) as Record<SearchKind, string>;
