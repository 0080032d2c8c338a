import { indexTerms, termsIn, wordsIn } from "./words.model.ts";

/** Questions in people's own words beside each section, by `slug#anchor`; the opening part by `slug`. */
export type AskedLines = Readonly<Record<string, readonly string[]>>;

/** The terms of a line, and which of them follow each other. */
type Terms = { terms: ReadonlySet<string>; pairs: ReadonlySet<string> };
/** A question beside a section, and what its terms weigh together. */
export type AskedLine = Terms & { weight: number };

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

/** What it adds that two things follow each other as they do in the question. */
const ofPair = 0.12;

/** Two terms after each other, as one word. */
export const pairsOf = (terms: readonly string[]): string[] =>
  terms.slice(1).map((each, at) => `${terms[at]} ${each}`);

export const linesOf = (questions: readonly string[]): Terms[] =>
  questions.map((each) => {
    const terms = indexTerms(each).map((term) => term.replace(/ /g, "_"));
    const ordered = termsIn(wordsIn(each)).map(({ term }) => term.replace(/ /g, "_"));
    return { terms: new Set(terms), pairs: new Set(pairsOf(ordered)) };
  });

/**
 * The question of a section that is nearest to the one that is asked. `pairs`: what follows each other
 * in it; `held`: the weight of what is asked that the terms hold; `whole`: the weight of all that is asked.
 */
export const nearest = (
  lines: readonly AskedLine[],
  { whole, pairs }: { whole: number; pairs: readonly string[] },
  held: (terms: ReadonlySet<string>) => number,
): Nearness => {
  const found = lines
    .map((line) => {
      const weight = held(line.terms);
      const says = whole > 0 ? weight / whole : 0;
      const together = pairs.filter((pair) => line.pairs.has(pair)).length * ofPair;
      return { line, says, near: says * Math.min(1, weight / line.weight) ** ofMore + together };
    })
    .filter(({ says }) => says > 0)
    .toSorted((a, b) => b.near - a.near);
  const [first, ...others] = found;
  if (!first) return { says: 0, near: 0, line: null };
  const next = others.slice(0, nextOnes).reduce((sum, { near }) => sum + near, 0);
  return { ...first, near: first.near + ofNext * next };
};
