import type { GuideSection } from "#kernel/guide.ts";
import { stemOf, termsIn, wordsIn } from "./words.model.ts";

/** How often each word is said of a section, of its page, of all; `size` counts all of them. */
type SaidWords = { counts: Map<string, number>; size: number };
/** How people speak of each section, in the order of the sections. */
export type Speech = {
  sections: readonly { own: SaidWords; page: SaidWords }[];
  all: SaidWords;
};

/** So many words of its page are put beside a section's own, and of the whole guide beside a page's. */
const ofPage = 100;
const ofAll = 1500;
/** What a word of the text counts against one of the questions that people ask of it. */
const ofText = 0.5;

/** Every word by its stem, small ones too, and the phrases that mean the same as others. */
const saidIn = (text: string): string[] => {
  const words = wordsIn(text);
  const phrases = termsIn(words).filter(
    (each) => each.term.startsWith("=") || each.words.length > 1,
  );
  return [...words.map(stemOf), ...phrases.map(({ term }) => term)];
};

const nothing = (): SaidWords => ({ counts: new Map(), size: 0 });
const hear = (into: SaidWords, word: string, weight: number): void => {
  into.counts.set(word, (into.counts.get(word) ?? 0) + weight);
  into.size += weight;
};

/**
 * How people speak of each section: the questions beside it, its headings, and in part its text. `asked`
 * stands in the order of the sections.
 */
export const speechOf = (
  sections: readonly GuideSection[],
  asked: readonly (readonly string[] | undefined)[],
): Speech => {
  const all = nothing();
  const pages = new Map(sections.map(({ slug }) => [slug, nothing()]));
  return {
    all,
    sections: sections.map(({ slug, page: title, path, blocks }, at) => {
      const own = nothing();
      const page = pages.get(slug)!;
      const said = [...(asked[at] ?? []), [title, ...path].join(" ")].map(
        (each) => [each, 1] as const,
      );
      for (const [each, weight] of [...said, [blocks.join(" "), ofText] as const])
        for (const word of saidIn(each))
          for (const into of [own, page, all]) hear(into, word, weight);
      return { own, page };
    }),
  };
};

const chance = (said: SaidWords, word: string, beside: number, weight: number): number =>
  ((said.counts.get(word) ?? 0) + weight * beside) / (said.size + weight);

/**
 * How much likelier the words of a question are where each section is spoken of than anywhere, as a
 * logarithm: a unigram model with Dirichlet smoothing, of a section by its page and of a page by the
 * whole guide (Zhai and Lafferty, A study of smoothing methods for language models, 2004). The small
 * words count: "who", "when" and "undo" part sections that speak of the same things.
 */
export const likelihoodOf = (
  { sections, all }: Speech,
  question: string,
): ((section: number) => number) => {
  const words = saidIn(question)
    .filter((word) => all.counts.has(word))
    .map((word) => ({ word, usual: all.counts.get(word)! / all.size }));
  return (section) => {
    const { own, page } = sections[section]!;
    return words.reduce((sum, { word, usual }) => {
      const onPage = chance(page, word, usual, ofAll);
      return sum + Math.log(chance(own, word, onPage, ofPage) / usual);
    }, 0);
  };
};
