import { foundKindsOf } from "#found-kinds.data.ts";
import { foundKinds } from "./register.ts";

export type SearchKind = keyof typeof foundKindsOf;
/** The nouns that one search reaches. */
export const searchKinds = Object.fromEntries(
  foundKinds.map(([kind, { label }]) => [kind, label]),
) as Record<SearchKind, string>;
