import MiniSearch from "minisearch";
import type { GuideSection } from "#kernel/guide.ts";
import { linesOf, nearest, pairsOf, type AskedLines, type Nearness } from "./asked-line.model.ts";
import { periods } from "./conditions.data.ts";
import { isSure, type Evidence } from "./doubt.model.ts";
import { likelihoodOf, speechOf, type Speech } from "./likelihood.model.ts";
import { byStanding, standingOf, type Marks } from "./ranking.model.ts";
import {
  answerAt,
  bestSentence,
  ofHint,
  share,
  weightOfAll,
  type Asked,
  type Unit,
} from "./sentence.model.ts";
import { elsewhere } from "./elsewhere.data.ts";
import { pagesOf, spokenOf, type PageTerms } from "./topic.model.ts";
import { speller, type Speller } from "./spelling.model.ts";
import { indexTerms, keptWords, termsIn, wordsIn, type Term } from "./words.model.ts";

/** A section that was found, with the sentence of it that answers. */
export type Passage = {
  source: string;
  href: string;
  slug: string;
  page: string;
  heading: string;
  text: string;
  sentence: string;
};
/**
 * `sure`: the first passage answers what was asked. Else the passages may help, and nothing more is
 * claimed of them.
 */
export type Sought = { passages: Passage[]; sure: boolean; evidence: Evidence | null };

/** What has less of the first one's points is not shown beside it. */
const besideFirst = 0.25;
/** Below this share a section is not shown. */
const helpsFrom = 0.2;
/** And what the first must have, in points or in its share of the question; else nothing is shown. */
const pointsFrom = 12;
const halfFrom = 0.5;
/** Where the question names what the product does not do. */
const foreignPointsFrom = 60;
/** What the product does not do weighs like a rare word and a half. */
const ofForeign = 8;
/** What a word of the nearest question counts where the sentence is chosen that answers. */
const ofLine = 1;
/** A word that stands nowhere weighs as one that so many sections hold. */
const ofUnknown = 3;
/** What a term counts in the title of the page and in the headings, where in the text it counts one. */
const ofPage = 2;
const ofHeading = 3;
/** And in the questions that people ask of the section. */
const ofAsked = 2;
/** What the nearest of these questions counts beside what the section itself says. */
const ofNearest = 4;
/** What it counts that the whole page speaks of what is asked, and what is left where it does not. */
const ofTopic = 3;
const offTopic = 0.05;
export type GuideIndex = {
  units: readonly Unit[];
  search: MiniSearch;
  documents: ReadonlyMap<string, number>;
  pages: PageTerms;
  spell: Speller;
  speech: Speech;
};

const sentencesOf = (block: string): string[] =>
  block.split(/(?<=[.!?])\s+(?=[A-Z*“"0-9])/).filter((text) => text.length > 2);

const words = (text: string) => (text ? text.split(" ") : []);
const joined = (terms: readonly string[]) => terms.map((term) => term.replace(/ /g, "_")).join(" ");
const term = (text: string) => text.replace(/ /g, "_");

const lengthOf = ({ blocks }: GuideSection): number => blocks.join(" ").length;
const lengthsOf = (sections: readonly GuideSection[]): Map<string, number> => {
  const lengths = new Map<string, number>();
  for (const each of sections)
    lengths.set(each.slug, (lengths.get(each.slug) ?? 0) + lengthOf(each));
  return lengths;
};

/** The guide's sections, indexed once (BM25+, terms of headings count more than those of texts). */
export const guideIndexOf = (
  sections: readonly GuideSection[],
  otherWords: readonly string[] = [],
  askedLines: AskedLines = {},
): GuideIndex => {
  const asked = sections.map(({ slug, anchor }) => askedLines[anchor ? `${slug}#${anchor}` : slug]);
  const lines = asked.map((each = []) => linesOf(each));
  const sentences = sections.map((section) => ({
    ...section,
    sentences: section.blocks.flatMap((text, block) =>
      sentencesOf(text).map((each) => ({
        text: each,
        block,
        terms: new Set(indexTerms(each).map(term)),
      })),
    ),
  }));
  const search = new MiniSearch({
    fields: ["page", "heading", "text", "asked"],
    tokenize: words,
    processTerm: (each) => each,
  });
  const documents = new Map<string, number>();
  const known = new Map<string, number>([...keptWords, ...otherWords].map((word) => [word, 1]));
  const lengths = lengthsOf(sections);
  sentences.forEach((unit, id) => {
    const { page, path, blocks, slug } = unit;
    // The beginning of a page stands for the whole of it where most of its text is.
    const begins = path.length === 0 && lengthOf(unit) * 2 > lengths.get(slug)! ? page : "";
    const texts = { page, heading: path.join(" ") || begins, text: blocks.join(" ") };
    const fields = {
      page: joined(indexTerms(texts.page)),
      heading: joined(indexTerms(texts.heading)),
      text: joined(indexTerms(texts.text)),
      asked: lines[id]!.flatMap(({ terms }) => [...terms]).join(" "),
    };
    search.add({ id, ...fields });
    const all = Object.values(fields).flatMap(words);
    for (const each of new Set(all)) documents.set(each, (documents.get(each) ?? 0) + 1);
    for (const word of wordsIn([...Object.values(texts), ...(asked[id] ?? [])].join(" ")))
      known.set(word, (known.get(word) ?? 0) + 1);
  });
  const weigh = (name: string) => weightOf(sections.length, documents.get(name));
  const units = sentences.map((unit, id) => ({
    ...unit,
    above: new Set([...indexTerms(unit.page), ...indexTerms(unit.path.join(" "))].map(term)),
    called: new Map(
      indexTerms(unit.path.join(" ") || unit.page).map((each) => [term(each), weigh(term(each))]),
    ),
    size: unit.sentences.reduce((sum, { terms }) => sum + terms.size, 0),
    lines: lines[id]!.map(({ terms, pairs }) => ({
      terms,
      pairs,
      weight: [...terms].reduce((sum, name) => sum + weigh(name), 0),
    })),
  }));
  const heard = { pages: pagesOf(units), spell: speller(known), speech: speechOf(sections, asked) };
  return { units, search, documents, ...heard };
};

/** What is rare among so many sections weighs more. */
const weightOf = (sections: number, holding: number | undefined): number =>
  Math.log(1 + sections / (holding || ofUnknown));

const begunTerm = (index: GuideIndex, name: string): string | undefined =>
  [...index.documents]
    .filter(([each]) => each.startsWith(name) || each.startsWith(`=${name}`))
    .toSorted(([, a], [, b]) => b - a)[0]?.[0];

const askedOf = (index: GuideIndex, terms: readonly Term[], prefix: boolean): Asked[] => {
  const weight = (df: number) => weightOf(index.units.length, df);
  const seen = new Map<string, Asked>();
  terms.forEach((each, at) => {
    const name = term(each.term);
    const known = index.documents.get(name) ?? 0;
    const last = prefix && at === terms.length - 1 && name.length > 2;
    const begun = last && !known ? begunTerm(index, name) : undefined;
    const hints = each.hint.flatMap((hint) => indexTerms(hint).map(term));
    const df = known || (begun ? index.documents.get(begun)! : 0);
    seen.set(name, { term: begun ?? name, weight: weight(df), hints });
  });
  return [...seen.values()];
};

/** Points of each section that holds something asked: of a word or of its best hint, not of both. */
const scores = (index: GuideIndex, asked: readonly Asked[]): Map<number, number> => {
  const sums = new Map<number, { score: number; terms: number }>();
  for (const each of asked) {
    const best = new Map<number, number>();
    const hear = (query: string, part: number) => {
      for (const { id, score } of index.search.search(query, {
        boost: { page: ofPage, heading: ofHeading, asked: ofAsked },
      }))
        best.set(id as number, Math.max(best.get(id as number) ?? 0, score * part));
    };
    hear(each.term, 1);
    for (const hint of each.hints) hear(hint, ofHint);
    for (const [id, score] of best) {
      const sum = sums.get(id) ?? { score: 0, terms: 0 };
      sums.set(id, { score: sum.score + score, terms: sum.terms + 1 });
    }
  }
  return new Map([...sums].map(([id, { score, terms }]) => [id, score * Math.sqrt(terms)]));
};

/** So many terms are no length yet: a section of one sentence is not better than one of two. */
const enough = 20;
type Ranked = {
  unit: Unit;
  sentence: { share: number; alone: number; headed: boolean };
  asked: Nearness;
  points: number;
  marks: Marks;
  /** How likely it is the one that answers, 0 to 1. */
  likely: number;
};
/** What a section holds of the question: in its text, or in a question that people ask of it. */
const held = ({ sentence, asked }: Ranked): number => Math.max(sentence.share, asked.says);

const outside = elsewhere.map((phrase) => new RegExp(`\\b${wordsIn(phrase).join(" ")}s?\\b`));
/** Whether a question is about something that the product does not do. */
export const isElsewhere = (asked: readonly string[]): boolean =>
  outside.some((phrase) => phrase.test(asked.join(" ")));
const foreign: Asked = { term: "", weight: ofForeign, hints: [] };
/** The words without those that name what the product does not do. */
const withoutElsewhere = (words: readonly string[]): string[] =>
  wordsIn(outside.reduce((text, phrase) => text.replace(phrase, " "), words.join(" ")));

/** The words of a question, spelled, and what is asked by them. */
const readQuestion = (index: GuideIndex, question: string, prefix: boolean) => {
  const spelled = wordsIn(question).slice(0, 60).map(index.spell);
  if (!isElsewhere(spelled)) return { spelled, asked: askedOf(index, termsIn(spelled), prefix) };
  const asked = askedOf(index, termsIn(withoutElsewhere(spelled)), prefix);
  return { spelled, asked: [...asked, foreign] };
};

/** How much of what is asked a section holds anywhere: its text, its headings, its questions. */
const heldBy = ({ above, sentences, lines }: Unit, asked: readonly Asked[]): number =>
  share(
    asked,
    (name) =>
      above.has(name) ||
      sentences.some(({ terms }) => terms.has(name)) ||
      lines.some(({ terms }) => terms.has(name)),
  );

/** How much of its own heading is asked, 0 to 1: the rest of it is about something else. */
const calledBy = ({ called }: Unit, asked: readonly Asked[]): number => {
  const sum = (terms: readonly [string, number][]) => terms.reduce((n, [, each]) => n + each, 0);
  const named = [...called].filter(([name]) => asked.some((each) => each.term === name));
  return called.size ? sum(named) / sum([...called]) : 0;
};

/** Every section that holds something asked, with what speaks for it, the likeliest first. */
const rankedFor = (
  index: GuideIndex,
  { spelled, asked }: { spelled: readonly string[]; asked: readonly Asked[] },
  prefer: (slug: string) => number,
): Ranked[] => {
  const likelihood = likelihoodOf(index.speech, spelled.join(" "));
  const whole = weightOfAll(asked);
  const pairs = pairsOf(asked.map((each) => each.term));
  const found = scores(index, asked);
  const most = Math.max(...found.values());
  const ranked = [...found].map(([id, score]) => {
    const unit = index.units[id]!;
    const sentence = bestSentence(unit, asked);
    const lines = nearest(
      unit.lines,
      { whole, pairs },
      (terms) => share(asked, (each) => terms.has(each)) * whole,
    );
    const says = 0.3 + sentence.share + 0.5 * sentence.alone + ofNearest * lines.near;
    const holds = heldBy(unit, asked);
    const speaks = spokenOf(index.pages.get(unit.slug)!, asked);
    const topic = ofTopic * (offTopic + speaks ** 2);
    const points = score * says * holds * topic * prefer(unit.slug);
    const marks: Marks = {
      score: Math.log(score / most),
      told: Math.log(says),
      holds: Math.log(holds + 0.05),
      topic: Math.log(topic / ofTopic),
      length: Math.log(enough + unit.size),
      lines: Math.log(1 + unit.lines.length),
      says: lines.says,
      near: lines.near,
      alone: sentence.alone,
      speaks,
      called: calledBy(unit, asked),
      spoken: likelihood(id),
      words: heldWords({ unit, asked: lines }, asked) / asked.length,
    };
    const standing = standingOf(marks) + Math.log(prefer(unit.slug));
    return { unit, sentence, asked: lines, points, marks, standing, likely: 0 };
  });
  return byStanding(ranked);
};

/** What is shown: what says enough of the question, and not much less likely than the first. */
const shownOf = (ranked: readonly Ranked[]): Ranked[] =>
  ranked
    .filter((each) => held(each) >= helpsFrom)
    .filter(({ likely }, _, [first]) => likely >= first!.likely * besideFirst);

/** What speaks for each section of a question, by its address: for finding the weights. */
export const marksFor = (index: GuideIndex, question: string) =>
  rankedFor(index, readQuestion(index, question, false), () => 1).map(
    ({ unit, marks, likely }) => ({ href: unit.href, marks, likely }),
  );

/**
 * Whether the first section is near enough to be shown: it has many points, or its text or what people
 * ask of it says half of the question; many points where the question names what is not done here.
 */
const isNear = (first: Ranked, asked: readonly Asked[]): boolean =>
  asked.includes(foreign)
    ? first.points >= foreignPointsFrom
    : first.points >= pointsFrom || held(first) >= halfFrom;

/** How many of the things asked stand in it by their own word, not by a hint alone. */
const heldWords = (
  { unit, asked: { line } }: Pick<Ranked, "unit" | "asked">,
  asked: readonly Asked[],
): number =>
  asked.filter(
    ({ term: name }) =>
      line?.terms.has(name) ||
      unit.sentences.some(({ terms }) => terms.has(name)) ||
      unit.above.has(name),
  ).length;

/** What speaks for the first section, and what against it. */
const evidenceFor = (
  index: GuideIndex,
  ranked: readonly Ranked[],
  asked: readonly Asked[],
): Evidence => {
  const [first, ...others] = ranked;
  const { sentence, asked: line, points, likely, unit } = first!;
  const next = others[0];
  const beyond = others.find((other) => other.unit.slug !== unit.slug);
  const said = (each: Ranked | undefined) =>
    each ? each.sentence.share + each.sentence.alone + each.asked.says + each.asked.near : 0;
  const names = (each: Ranked) => asked.every(({ term: name }) => each.unit.above.has(name));
  return {
    share: sentence.share,
    alone: sentence.alone,
    says: line.says,
    near: line.near,
    points: Math.log(points),
    likely: Math.log(likely / (1.1 - likely)),
    next: next ? next.likely / likely : 0,
    beyond: beyond ? beyond.likely / likely : 0,
    ahead: said(first) - Math.max(0, ...others.slice(0, 4).map(said)),
    words: heldWords(first!, asked),
    lacks: 1 - heldWords(first!, asked) / asked.length,
    unknown: asked.filter((each) => !index.documents.has(each.term)).length / asked.length,
    begins: unit.anchor === "" ? 1 : 0,
    headed: sentence.headed ? 1 : 0,
    titled: names(first!) && !others.some(names) ? 1 : 0,
  };
};

/** The sentence that answers: by what is asked, and by the question beside the section that is nearest. */
const sentenceFor = ({ unit, asked: { line } }: Ranked, asked: readonly Asked[]): string => {
  const more = [...(line?.terms ?? [])].filter((each) => !asked.some((one) => one.term === each));
  const also = more.map((each) => ({ term: each, weight: ofLine, hints: [] }));
  return answerAt(unit, bestSentence(unit, [...asked, ...also]).at);
};

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
  const { spelled, asked } = readQuestion(index, question, prefix);
  const ranked = shownOf(rankedFor(index, { spelled, asked }, prefer));
  const first = ranked[0];
  if (!first || !isNear(first, asked)) return { passages: [], sure: false, evidence: null };
  const evidence = evidenceFor(index, ranked, asked);
  return {
    evidence,
    sure:
      isSure(evidence) &&
      (asked.length > 1 || (spelled.length <= 2 && first.sentence.headed)) &&
      !asked.includes(foreign) &&
      !periods.some((period) => ` ${spelled.join(" ")} `.includes(` ${period} `)),
    passages: ranked.slice(0, most).map((each) => ({
      source: [each.unit.page, ...each.unit.path].join(": "),
      href: each.unit.href,
      slug: each.unit.slug,
      page: each.unit.page,
      heading: each.unit.path.join(": "),
      text: each.unit.blocks.join("\n"),
      sentence: sentenceFor(each, asked),
    })),
  };
};
