import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { goodsWords, withSame } from "../requisition/goods-words.model.ts";

/** Something that was bought: what its line said, and how it is named here. */
export type PastGoods = { id: string; description: string };

/** More than this part of what is asked, by how telling its words are, has to stand in a past line. */
const nearFrom = 0.5;
const mostNear = 5;

/** Words that stand between others and name nothing. */
const between: ReadonlySet<string> = new Set(["for", "the", "and", "with", "from", "per", "some"]);
const namesIn = (text: string): string[] => goodsWords(text).filter((word) => !between.has(word));

// Sizes tell goods apart: "36 in", "20 lb", "5/8".
const sizes = (text: string): string[] => text.toLowerCase().match(/\d+(?:[./]\d+)?/g) ?? [];
const termsOf = (text: string): string[] => [
  ...new Set([...namesIn(text).map((word) => stemmer(word)), ...sizes(text)]),
];

/** A word, and other words for the same; a line that holds one of them holds it. */
const meaningsOf = (text: string): { own: string; all: readonly string[] }[] => [
  ...namesIn(text).map((word) => ({
    own: stemmer(word),
    all: [...new Set(withSame([word]).map((same) => stemmer(same)))],
  })),
  ...sizes(text).map((size) => ({ own: size, all: [size] })),
];

/** Past lines, indexed once (BM25+ over stems). */
export type PastIndex = { search: MiniSearch; terms: ReadonlyMap<string, ReadonlySet<string>> };

export const pastIndexOf = (past: readonly PastGoods[]): PastIndex => {
  const search = new MiniSearch({
    fields: ["description"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
  });
  const terms = new Map(past.map(({ id, description }) => [id, new Set(termsOf(description))]));
  search.addAll([...terms].map(([id, held]) => ({ id, description: [...held].join(" ") })));
  return { search, terms };
};

/** How telling a word is: the rarer the more, one that stands nowhere as one of a single line; sizes less. */
const telling = ({ terms }: PastIndex, { own, all }: { own: string; all: readonly string[] }) => {
  const lines = [...terms.values()].filter((held) => all.some((word) => held.has(word))).length;
  const holding = Math.max(1, lines);
  const rare = Math.log(1 + (terms.size - holding + 0.5) / (holding + 0.5));
  return /^\d/.test(own) ? rare / 3 : rare;
};

/**
 * The past lines that say what a description says, the likest first, at most five: ranked by BM25+,
 * and only those that hold more than half of what is asked, by how telling its words are.
 */
export const nearestTo = (
  index: PastIndex,
  description: string,
): { id: string; holds: number }[] => {
  const asked = meaningsOf(description).map((each) => ({ ...each, weight: telling(index, each) }));
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return [];
  const boosts = new Map(asked.flatMap(({ own, all }) => all.map((word) => [word, word === own])));
  const query = [...boosts.keys()].join(" ");
  return index.search
    .search(query, { boostTerm: (term) => (boosts.get(term) ? 1 : 0.5) })
    .map(({ id, score }) => {
      const held = index.terms.get(id as string)!;
      const holds =
        asked.reduce(
          (sum, { all, weight }) => sum + (all.some((word) => held.has(word)) ? weight : 0),
          0,
        ) / whole;
      return { id: id as string, holds, score: score * holds };
    })
    .filter(({ holds }) => holds > nearFrom)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, mostNear)
    .map(({ id, holds }) => ({ id, holds }));
};
