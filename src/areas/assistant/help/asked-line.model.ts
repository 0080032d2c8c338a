import { indexTerms } from "./words.model.ts";

/** Questions in people's own words beside each section, by `slug#anchor`; the opening part by `slug`. */
export type AskedLines = Readonly<Record<string, readonly string[]>>;

/** A question beside a section: the terms that it holds, and what they weigh together. */
export type AskedLine = { terms: ReadonlySet<string>; weight: number };

/** How near the nearest questions of a section are to the one that is asked, 0 to 1 and a little. */
export type Nearness = {
  /** How much of what is asked the nearest one says, 0 to 1. */
  says: number;
  /** The same, less where it says much that is not asked, and more where others come near too. */
  near: number;
  line: AskedLine | null;
};

/** How much it takes off that a line says what is not asked. */
const ofMore = 0.4;
/** What the next lines of the same section add, and how many of them. */
const ofNext = 0.1;
const nextOnes = 3;

export const linesOf = (questions: readonly string[]): ReadonlySet<string>[] =>
  questions.map((each) => new Set(indexTerms(each).map((term) => term.replace(/ /g, "_"))));

/**
 * `held`: the weight of what is asked that the terms hold; `whole`: the weight of all that is asked.
 */
export const nearest = (
  lines: readonly AskedLine[],
  whole: number,
  held: (terms: ReadonlySet<string>) => number,
): Nearness => {
  const found = lines
    .map((line) => {
      const weight = held(line.terms);
      const says = whole > 0 ? weight / whole : 0;
      return { line, says, near: says * Math.min(1, weight / line.weight) ** ofMore };
    })
    .filter(({ says }) => says > 0)
    .toSorted((a, b) => b.near - a.near);
  const [first, ...others] = found;
  if (!first) return { says: 0, near: 0, line: null };
  const next = others.slice(0, nextOnes).reduce((sum, { near }) => sum + near, 0);
  return { ...first, near: first.near + ofNext * next };
};
