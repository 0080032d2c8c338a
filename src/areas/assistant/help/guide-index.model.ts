import MiniSearch from "minisearch";
import type { GuideSection } from "#kernel/guide.ts";
import { elsewhere } from "./elsewhere.data.ts";
import { speller, type Speller } from "./spelling.model.ts";
import { indexTerms, keptWords, termsIn, wordsIn, type Term } from "./words.model.ts";

/** A section that was found, with the sentence of it that answers. */
export type Passage = {
  source: string;
  href: string;
  page: string;
  heading: string;
  text: string;
  sentence: string;
};
/**
 * `sure`: the first passage answers what was asked. Else the passages may help, and nothing more is
 * claimed of them.
 */
export type Sought = { passages: Passage[]; sure: boolean };

/** How much of the question's weight the best sentences must hold to be called the answer. */
const answersFrom = 0.6;
/** Below this share a section is not shown. */
const helpsFrom = 0.4;
/** What a word counts that the section holds far from the others: in it, and not beside them. */
const ofFar = 0.75;
/** A word that stands nowhere weighs as one that so many sections hold. */
const ofUnknown = 3;
/** What a hint counts against the word itself. */
const ofHint = 0.5;

type Sentence = { text: string; terms: ReadonlySet<string> };
type Unit = GuideSection & { sentences: readonly Sentence[] };
export type GuideIndex = {
  units: readonly Unit[];
  search: MiniSearch;
  documents: ReadonlyMap<string, number>;
  spell: Speller;
};

const sentencesOf = (block: string): string[] =>
  block.split(/(?<=[.!?])\s+(?=[A-Z*“"0-9])/).filter((text) => text.length > 2);

const words = (text: string) => (text ? text.split(" ") : []);
const joined = (terms: readonly string[]) => terms.map((term) => term.replace(/ /g, "_")).join(" ");
const term = (text: string) => text.replace(/ /g, "_");

/** The guide's sections, indexed once (BM25+, terms of headings count more than those of texts). */
export const guideIndexOf = (
  sections: readonly GuideSection[],
  otherWords: readonly string[] = [],
): GuideIndex => {
  const units = sections.map((section) => ({
    ...section,
    sentences: section.blocks.flatMap(sentencesOf).map((text) => ({
      text,
      terms: new Set(indexTerms(text).map(term)),
    })),
  }));
  const search = new MiniSearch({
    fields: ["page", "heading", "text"],
    tokenize: words,
    processTerm: (each) => each,
  });
  const documents = new Map<string, number>();
  const known = new Map<string, number>([...keptWords, ...otherWords].map((word) => [word, 1]));
  units.forEach(({ page, path, blocks }, id) => {
    const texts = { page, heading: path.join(" ") || page, text: blocks.join(" ") };
    const fields = {
      page: joined(indexTerms(texts.page)),
      heading: joined(indexTerms(texts.heading)),
      text: joined(indexTerms(texts.text)),
    };
    search.add({ id, ...fields });
    const all = Object.values(fields).flatMap(words);
    for (const each of new Set(all)) documents.set(each, (documents.get(each) ?? 0) + 1);
    for (const word of wordsIn(Object.values(texts).join(" ")))
      known.set(word, (known.get(word) ?? 0) + 1);
  });
  return { units, search, documents, spell: speller(known) };
};

/** What is asked, in terms; `heavy` is each one's weight, of unknown ones as of rare ones. */
type Asked = { term: string; weight: number; known: boolean; hints: string[] };

const begunTerm = (index: GuideIndex, name: string): string | undefined =>
  [...index.documents]
    .filter(([each]) => each.startsWith(name) || each.startsWith(`=${name}`))
    .toSorted(([, a], [, b]) => b - a)[0]?.[0];

const askedOf = (index: GuideIndex, terms: readonly Term[], prefix: boolean): Asked[] => {
  const n = index.units.length;
  const weight = (df: number) => Math.log(1 + n / (df || ofUnknown));
  const seen = new Map<string, Asked>();
  terms.forEach((each, at) => {
    const name = term(each.term);
    const known = index.documents.get(name) ?? 0;
    const last = prefix && at === terms.length - 1 && name.length > 2;
    const begun = last && !known ? begunTerm(index, name) : undefined;
    const hints = each.hint.flatMap((hint) => indexTerms(hint).map(term));
    const df = known || (begun ? index.documents.get(begun)! : 0);
    seen.set(name, {
      term: begun ?? name,
      weight: weight(df),
      known: df > 0 || hints.length > 0,
      hints,
    });
  });
  return [...seen.values()];
};

/** The share of the question's weight that these terms hold, 0 to 1. */
const share = (asked: readonly Asked[], held: (term: string) => boolean): number => {
  const whole = asked.reduce((sum, each) => sum + each.weight, 0);
  const found = asked.reduce((sum, each) => {
    if (held(each.term)) return sum + each.weight;
    return each.hints.some(held) ? sum + each.weight * ofHint : sum;
  }, 0);
  return whole > 0 ? found / whole : 0;
};

/**
 * The sentence that says most about the question, and the share of it that the sentence holds with
 * its neighbour and the headings above, or the whole section, which counts less.
 */
const bestSentence = (unit: Unit, asked: readonly Asked[]) => {
  const above = new Set([...indexTerms(unit.page), ...indexTerms(unit.path.join(" "))].map(term));
  const whole = new Set(unit.sentences.flatMap(({ terms }) => [...terms]));
  const far = share(asked, (each) => above.has(each) || whole.has(each)) * ofFar;
  let best = { text: unit.sentences[0]?.text ?? "", alone: -1, share: far };
  unit.sentences.forEach(({ text, terms }, at) => {
    const next = unit.sentences[at + 1]?.terms;
    const alone = share(asked, (each) => terms.has(each));
    const near = share(
      asked,
      (each) => terms.has(each) || above.has(each) || next?.has(each) === true,
    );
    if (alone + near > best.alone + best.share) best = { text, alone, share: Math.max(near, far) };
  });
  return best;
};

const outside = elsewhere.map((phrase) => new RegExp(`\\b${wordsIn(phrase).join(" ")}s?\\b`));
/** Whether a question is about something that the product does not do. */
export const isElsewhere = (asked: readonly string[]): boolean =>
  outside.some((phrase) => phrase.test(asked.join(" ")));

/**
 * The sections of the guide that answer a question, best first, at most `most`. `prefix`: the last
 * word may be begun only, as while somebody types. `prefer` weighs a page, by its slug, for who asks.
 */
export const seek = (
  index: GuideIndex,
  question: string,
  {
    most = 3,
    prefix = false,
    prefer = () => 1,
  }: { most?: number; prefix?: boolean; prefer?: (slug: string) => number } = {},
): Sought => {
  const spelled = wordsIn(question).slice(0, 60).map(index.spell);
  if (isElsewhere(spelled)) return { passages: [], sure: false };
  const asked = askedOf(index, termsIn(spelled), prefix);
  if (asked.length === 0) return { passages: [], sure: false };
  const ranked = index.search
    .search({
      combineWith: "OR",
      queries: asked.flatMap((each) => [
        { queries: [each.term], boost: { page: 2, heading: 3 } },
        ...each.hints.map((hint) => ({
          queries: [hint],
          boost: { page: 2 * ofHint, heading: 3 * ofHint, text: ofHint },
        })),
      ]),
    })
    .slice(0, 40)
    .map(({ id, score }) => {
      const unit = index.units[id as number]!;
      const sentence = bestSentence(unit, asked);
      return {
        unit,
        sentence,
        points: score * (0.3 + sentence.share + 0.5 * sentence.alone) * prefer(unit.slug),
      };
    })
    .filter(({ sentence }) => sentence.share >= helpsFrom)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most);
  return {
    sure: (ranked[0]?.sentence.share ?? 0) >= answersFrom,
    passages: ranked.map(({ unit, sentence }) => ({
      source: [unit.page, ...unit.path].join(": "),
      href: unit.href,
      page: unit.page,
      heading: unit.path.join(": "),
      text: unit.blocks.join("\n"),
      sentence: /[.!?:]$/.test(sentence.text) ? sentence.text : `${sentence.text}.`,
    })),
  };
};
