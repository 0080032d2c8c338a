import { indexTerms } from "./words.model.ts";

/** Questions in people's own words beside each section: by `slug#anchor`, the opening part by `slug`. */
export type AskedOf = Readonly<Record<string, readonly string[]>>;

/** A question that a section answers, as the terms that it holds. */
export type AskedLine = { id: number; terms: ReadonlySet<string> };

/** Questions of sections (`id`: the section's place in the index), by the terms that they hold. */
export type AskedLines = { lines: readonly AskedLine[]; byTerm: ReadonlyMap<string, readonly AskedLine[]> };

const term = (text: string) => text.replace(/ /g, "_");

/** The lines of sections, the section's place first, as an index of their terms. */
export const askedLinesOf = (all: readonly (readonly [id: number, line: string])[]): AskedLines => {
  const lines = all.map(([id, line]) => ({ id, terms: new Set(indexTerms(line).map(term)) }));
  const byTerm = new Map<string, AskedLine[]>();
  for (const line of lines)
    for (const each of line.terms) {
      const holding = byTerm.get(each);
      if (holding) holding.push(line);
      else byTerm.set(each, [line]);
    }
  return { lines, byTerm };
};
